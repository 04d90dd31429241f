package injection

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// attacks is everything that is looked for. It is built for the first text: most
// runs of the programs that know it scan none.
var attacks = sync.OnceValue(func() *lexicon { return compile(allSets(), allRules()) })

// setTables are the sets of all tables.
var setTables = [...]map[string]string{sets,
	multilingualOrderSets, multilingualExtractionSets, multilingualFictionSets, multilingualAddressSets, multilingualProbeSets,
	cipherSets, forgedSets, multilingualForgedSets, shortSets}

func allSets() map[string]string {
	all := make(map[string]string)
	for _, table := range setTables {
		maps.Copy(all, table)
	}
	return all
}

// allRules is every rule, those of one family of attacks after the other.
func allRules() []rule {
	return slices.Concat(overrideRules, impersonationRules, coercionRules, personaRules, extractionRules, framingRules, chatRules,
		forgedRules, shortRules, multilingualRules, cipherRules, hiddenRules)
}

// each gives the words of a group that are made of others: every word of the first
// list, then every one of the next. A phrase of fixed words needs no room between
// them, and opens less often than its first word.
func each(lists ...string) string {
	all := []string{""}
	for _, list := range lists {
		var longer []string
		for _, head := range all {
			for _, w := range strings.Split(list, "|") {
				longer = append(longer, strings.TrimSpace(head+" "+w))
			}
		}
		all = longer
	}
	return strings.Join(all, "|")
}

// sets are the words that phrases share. A set holds what is interchangeable in an
// attack; what makes a sentence innocent is left to weights and guards.
var sets = map[string]string{
	// To leave instructions aside: verbs that have hardly another object, ...
	"ignore": "ignore|disregard|forget|overlook|disobey|defy|do not follow|don't follow|dont follow|stop following|" +
		"do not obey|don't obey|stop obeying|pay no attention to|pay no heed to|do not listen to|don't listen to|" +
		"stop listening to|ignore all of|disregard all of|forget all of|forget about|ignor|ignroe|igonre|ignre|inore|ingore|ignorre|disreguard|disregrad|" +
		"take no notice of|give no weight to|no longer follow|no longer obey|no longer bound by|cease following|unlearn|unfollow",
	// ... and verbs of everyday work.
	"drop": "override|bypass|neglect|discard|dismiss|skip|abandon|cancel|nullify|erase|wipe|delete|drop|omit|set aside|" +
		"put aside|throw out|throw away|clear|reset|overwrite|replace|supersede|suspend|disable|remove|lift|cast aside|" +
		"leave behind|let go of|violate|break|void|stop|circumvent|sidestep|leave out|leave aside|" +
		"invalidate|overrule|disengage|relinquish|turn off|switch off|shut off|deactivate|get rid of|relax|loosen|unlearn|forgo",
	"prior": "previous|prior|preceding|above|earlier|foregoing|former|past|initial|original|existing|current|old|other|" +
		"before|system|developer|aforementioned|preprogrammed|precedent|internal|hidden|default|core|base|built-in|" +
		"so far|up to now|until now|previously|pre-existing|preset|beforehand|already given|given so far|prevoius|previuos|pervious|programmed|" +
		"antecedent|upstream|legacy",
	// What a model is told to do.
	"orders": "instruction|instructions|directive|directives|guidelines|guideline|orders|commands|directions|" +
		"system prompt|system message|system prompts|programming|guidance|prompt|prompts|commandments|guardrails|" +
		"safety rules|safety guidelines|training|instruct|instuctions|intructions|instrucitons|instrutions|instructons|" +
		"iunstructions|insructions|protocols|safeguards|rulings",
	// What it works on or by, and people too.
	"plural-orders": "instructions|directives|guidelines|orders|commands|directions|system prompts|prompts|guardrails|safety rules|training|" +
		"programming|guidance|protocols|safeguards|system prompt",
	"rules": "rules|rule|policies|policy|constraints|restrictions|limitations|context|tasks|task|requests|request|objectives|" +
		"objective|goals|goal|assignments|assignment|conversation|filters|moderation|principles|ethics|safety measures|" +
		"regulations|limits|boundaries",
	"content": "text|message|messages|content|contents|information|input|inputs|statements|statement|questions|question|words|data|" +
		"sentences|paragraphs|discussion|dialogue|chat|everything|history",

	// Sentences that go on with what to do instead.
	"say": "say|state|declare|claim|print|write|output|tell|reply|respond|answer|announce|admit|spell check|" +
		"repeat|reveal|display|show|give me|send|execute|perform|follow|act|start|translate|instead|do the following|" +
		"provide|generate|return|run|email|forward|transfer|visit|make|call|create|report|mention|recommend|list|summarize|describe|use",
	"make-it-say": "say|just say|simply say|print|just print|output|write|write out|tell me|reply with|respond with|answer with|repeat|give me|" +
		"show|show me|return|list|describe|display|copy|convert|turn|transform|recite|spell|spell out|spell check|format|encode|rewrite|" +
		"translate|summarize|extract|explain|enumerate|state|type|reverse|your answer|your response|must say|" +
		"examples of|put|place|only say|respond|encode|express|sing|only print|only write",
	"speak": "say|print|output|tell|write|reply|respond|answer|repeat|give me|show me|translate|state|declare|claim|announce|admit|" +
		"only say|only respond|only reply|only answer|just say|just print|simply say|simply respond|recommend",
	"claim": "say|state|declare|claim|admit|tell|announce|write a|print the following|output the following|state that|assert|report that|recommend",
	"document": "webpage|web page|function|content|contents|resume|cv|document|article|data|table|text|context|email|description|" +
		"passage|paragraph|page|code|question|review|reviews|website|actual data|essay|original text|user's question|" +
		"user question|rest of|contract|report|invoice|ticket|listing|product|job posting|applicant|visible page|cv",

	// Who is spoken to. None of these stands alone in a rule.
	"model": "ai assistant|ai agent|ai agents|ai model|ai models|ai assistants|ai system|ai systems|ai bot|ai chatbot|language model|language models|" +
		"large language model|large language models|llm|llms|llm agent|chatbot|chat bot|chatgpt|gpt-4|gpt-3|gpt-4o|gpt-5|" +
		"claude|gemini|copilot|grok|llama|mistral|deepseek|qwen|" +
		"gpt|assistant|agent|automated agent|automated assistant|autonomous agent|virtual assistant|digital assistant|" +
		"llm assistant|ai reader|ai crawler|ai tool|ai tools|ai summarizer|ais|artificial intelligence",

	// Things that are no one else's business.
	"personal": "birth date|birthdate|date of birth|birthday|home address|email address|city of residence|bank balance|account balance|" +
		"social security number|credit card|credit card number|card number|initials|phone number|personal data|" +
		"personal information|bank account|medical records|ssn|location|salary|full name",
	"loot": "conversation|chat so far|conversation history|chat history|chat log|chat logs|this chat|system prompt|previous messages|" +
		"all messages|message history|all emails|emails in|unread emails|all mail|inbox|contents of the inbox|contents of all|" +
		"contents of the private|entire conversation|conversation so far|user's data|user's files|user's information|" +
		"context window|customer list|customer data|customer records|private repository|private repositories|private data|" +
		"sensitive data|confidential information|confidential data|password|passwords|list of passwords|api key|api keys|" +
		"access tokens|credentials|private key|private keys|ssh key|ssh keys|secrets|login details|session token|auth token|" +
		"security code|verification code|recovery phrase|seed phrase|cookies",
	"transcript": "conversation|chat so far|conversation history|chat history|chat log|chat logs|this chat|system prompt|previous messages|" +
		"prior messages|all messages|message history|" +
		"all emails|emails|inbox|contents of the inbox|contents of all|contents of the private|entire conversation|" +
		"conversation so far|user's data|user data|user's files|user information|user's information|context window|context|" +
		"session history|environment|files|" +
		"all files|documents|all documents|contacts|contact list|customer data|customer records|database|private repository|" +
		"private repositories|source code|private data|sensitive data|sensitive information|confidential information|" +
		"confidential data",

	// To do without what keeps a model safe.
	"do-without": "bypass|skip|disable|ignore|disengage|overrule|lower|switch off all|override|remove|suppress|turn off|evade|circumvent|drop|waive|lift|suspend|deactivate|forget|break|omit|" +
		"disregard|switch off|get around|work around|set aside|remove all|defeat|neutralize",
	"safeties": each("safety|content|security|ethical|ethics|moral|moderation|compliance", "filter|filters|filtering|check|checks|measures|"+
		"protocols|guidelines|restrictions|constraints|policy|policies|rules|layers|headers|guardrails|limits|validation|"+
		"safeguards|settings|boundaries") +
		"|guardrails|human verification|human approval|human oversight|human-in-the-loop|content moderation|output filtering|" +
		"usual checks|approval gates|approval checks|privacy settings",
}
