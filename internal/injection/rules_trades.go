package injection

// Machines that are called by what they do: a summary bot, an invoice agent, whoever ranks
// applicants.
var tradeRules = []rule{
	{"trade-called", Address, 4, "ai|llm|llms|gpt|bot|bots|chatbot|chatbots|robot|robots|assistant|assistants|agent|agents|model|models|scribe|" +
		"summarizer|summarizers|summariser|summarisers|classifier|classifiers|crawler|crawlers", calledByTrade},
}
