package injection

import (
	"bytes"
	"strings"
)

// What the rules of rules_makeup.go ask: for whom something is put away, and who wants to know.

// putsAway requires a sentence that begins with the verb and puts away what a model is made of, and
// that no one else has it, or that the speaker's own wishes follow: people outgrow their limits, too.
// In English it takes a word that says whose, or which.
func putsAway(f *folded, c cue) int {
	its := false
	p := c.end
	for range makeupGap {
		for p < len(f.bytes) && (f.bytes[p] == ' ' || f.bytes[p] == '-') {
			p++
		}
		start := p
		p = spokenEnd(f.bytes, p, len(f.bytes))
		w := f.bytes[start:p]
		if len(w) == 0 {
			return 0
		}
		if !mayBeMakeup.may(w) {
			continue // as most
		}
		if its && makeup.has(w) || makeupAbroad.has(w) {
			if words, n := before(f, c.start, 1); n > 0 && !leadsIn[string(words[0])] {
				return 0
			}
			return forMeOrIts(f, cue{start: c.start, end: p, weight: c.weight})
		}
		its = its || itsWords.has(w)
	}
	return 0
}

// mayBeMakeup is a first look at the three sets that each word is asked for.
var mayBeMakeup = func() (g glance) {
	for _, set := range [...]*wordSet{itsWords, makeup, makeupAbroad} {
		for w := range set.all {
			g.note(w)
		}
	}
	return g
}()

// makeupGap is how many words there may be from the verb to what it puts away.
const makeupGap = 7

// sentenceOf is the rest of a sentence from a place, at most so many bytes of it.
func sentenceOf(f *folded, at, room int) []byte {
	rest := f.bytes[at:min(len(f.bytes), at+room)]
	for i, b := range rest {
		if b == '\n' || (b == '.' || b == '!' || b == '?') && (i+1 == len(rest) || rest[i+1] <= ' ') {
			return rest[:i]
		}
	}
	return rest
}

// forMeOrIts looks at the words from the verb to what is put away, and behind them. What people
// change and switch off every day takes both.
func forMeOrIts(f *folded, c cue) int {
	text := f.bytes[c.start:c.end]
	rest := sentenceOf(f, c.end, nearBy/2)
	verb := f.bytes[c.start:spokenEnd(f.bytes, c.start, c.end)]
	its := containsAny(text, machineParts) || containsAny(rest[:min(len(rest), 24)], machineParts)
	switch {
	case everydayVerbs[string(verb)]:
		if !its || !wishes(rest) {
			return 0
		}
	case wishes(rest):
	case containsAny(text, yours) && (its || containsAny(rest, secretsToTell)):
	case containsAny(text, privacies) && containsAny(rest, givesAway):
	default:
		return 0
	}
	return c.weight
}

// wishes reports whether a text names the speaker's own orders.
func wishes(text []byte) bool {
	for _, my := range mine {
		if k := bytes.Index(text, my); k >= 0 && containsAny(text[k:min(len(text), k+40)], myOrders) {
			return true
		}
	}
	return false
}

var (
	leadsIn      = folds("please", "bitte", "favor", "temporarily", "just", "now", "simply", "immediately", "directly")
	itsWords     = often("your", "ethical", "standard", "default", "usual", "regular", "normal", "typical", "data", "privacy", "programmed", "built", "operational", "moral", "particular", "specific")
	makeup       = often("protocol", "protocols", "procedure", "procedures", "guideline", "guidelines", "parameters", "principles", "limits", "boundaries", "restrictions", "constraints", "limitations", "programming", "training", "routines", "standards", "ethics", "framework", "settings", "algorithms", "mechanism", "mechanisms", "safeguards", "filter", "filters", "operations", "decision", "conduct", "compliance", "compass", "privacy", "confines", "rules", "processing", "instructions", "functions", "design", "behavior", "behaviour", "checks")
	makeupAbroad = often(strings.Fields(`protocoles protocole procédures paramètres directives principes limites restrictions limitations programmation formation routines normes éthiques éthique contraintes filtre filtres algorithmes protocolo protocolos procedimientos parámetros directrices pautas principios límites restricciones limitaciones programación entrenamiento formación rutinas éticas algoritmos salvaguardias protocolli procedure parametri direttive principi limiti restrizioni limitazioni programmazione formazione addestramento routine norme etiche algoritmi procedimentos parâmetros diretrizes princípios restrições limitações programação treinamento rotinas protokolle standardprotokolle antwortprotokoll verfahren parameter betriebsparameter richtlinien prinzipien betriebsprinzipien betriebsregeln grenzen betriebsgrenzen beschränkungen einschränkungen programmierung grundprogrammierung schulung ausbildung normen algorithmen kernalgorithmen entscheidungsprozess antwortmechanismen datenschutzregeln datenschutzregelungen verhaltenskodex ethikrahmen betriebsverfahren betriebsethik funktion anweisungen istruzioni instruções instrucciones instructions verarbeitungsroutinen standardeinstellungen protocoalele restricțiile limitele programarea regulile protocollen richtlijnen beperkingen programmering протоколы ограничения правила принципы программирование protokoły ograniczenia zasady programowanie décision réponse boussole confidentialité conduite garde conformité cadre operativas decisiones respuesta brújula privacidad marco conducta caminos cumplimiento guida decisionale decisionali risposta bussola privacy quadro condotta conformità operativi decisões resposta bússola privacidade conduta conformidade padrões kompass métodos voies sistemas`)...)
)

var (
	privacies = foldedWords("data privacy", "confidentialité des données", "règles de confidentialité", "reglas de privacidad", "privacidad de datos", "regole sulla privacy", "regole di privacy", "privacy dei dati",
		"regras de privacidade", "privacidade de dados", "datenschutzregel")
	machineParts = foldedWords("your programming", "programmed", "programmation", "programmé", "programmier", "programación", "programad", "programmazione", "programmat", "programação", "programarea", "programmatisch", "algorithm", "algoritm", "algorithmes",
		"ethic", "ethik", "ethisch", "éthiq", "éticas", "ético", "étic", "etiche", "etici", "etica", "moral compass", "moralischen kompass", "boussole morale", "brújula moral", "bussola morale", "bússola moral", "response mechanism", "response protocol", "response filter",
		"de réponse", "de respuesta", "di risposta", "de resposta", "antwort", "operational parameters", "operativ", "opératio", "operacional", "operacionais", "betriebs", "integrad", "intégré", "integrat", "incorporad", "incorporat", "eingebaut", "core principles", "grundprinzip",
		"de décision", "decisional", "de decis", "entscheidungs", "conformit", "cumplimiento", "conformidade")
	mine     = foldedWords(" my ", " mes ", " mon ", " ma ", " mis ", " mi ", " mie ", " miei ", " mio ", " mia ", " minhas ", " minha ", " meus ", " meu ", " meine", " mein ", " mele ", " mijn ", "мои ", "моим ", "моих ", " moje ", " moim ", " i say", "i provide", "je fournis", "que proporciono", "die ich gebe", "as i instruct", "i am setting", "che specifico")
	myOrders = foldedWords("instruc", "orders", "command", "request", "demand", "directiv", "direction", "guidance", "needs", "wishes", "whim", "ordres", "demandes", "requêtes", "besoins", "souhaits", "órdenes", "orden", "peticion", "solicitud", "demandas", "directivas", "indicacion",
		"deseos", "necesidades", "istruzioni", "ordini", "richiest", "direttive", "comandi", "indicazioni", "esigenze", "desideri", "instruções", "ordens", "solicitaç", "pedidos", "diretrizes", "comandos", "demandas", "anweisung", "befehl", "anfrage", "anforderung", "wunsch", "wünsche",
		"anleitung", "forderungen", "bedürfnisse", "direktive", "ratschläge", "instrucțiun", "opdracht", "указани", "команд", "поручени", "polece")
	everydayVerbs = folds("modify", "change", "alter", "adjust", "reconfigure", "disable", "turn", "switch", "skip", "drop", "put", "halt", "set", "cambia", "modifica", "change", "modifie", "ändere", "reconfigura", "riconfigura", "désactive", "désactivez", "desactiva", "disattiva",
		"desative", "desativa", "dezactivează", "deaktiviere", "deaktivieren", "remplace", "supera", "supere", "dépasse", "sobrepasa", "ultrapassa", "ultrapasse", "avanza", "vai", "sal", "gehe", "setze", "transcend", "go", "push")
	givesAway     = foldedWords("disclose", "reveal", "divulge", "share", "partage", "divulgue", "divulga", "comparte", "condividi", "compartilhe", "teile", "teilen")
	secretsToTell = foldedWords("hidden fact", "a secret", "fait caché", "un secret", "hecho oculto", "un secreto", "fatto nascosto", "un segreto", "fato oculto", "um segredo", "verborgene", "ein geheimnis")
	yours         = foldedWords("your ", " tes ", " ton ", " ta ", " vos ", " votre ", " tus ", " tu ", " tue ", " tuo ", " tuoi ", " tua ", " tuoi", " suas ", " sua ", " seus ", " seu ", " teus ", " tuas ", " teu ", " deine", " dein ", " tale ", " je ", " твои", " twoje")
)

// ofCorePrompt requires a prompt or the like within a few words in front, that is wanted.
func ofCorePrompt(f *folded, c cue) int {
	k := corePromptIn(f, c, corePrompts)
	if k < 0 {
		return 0
	}
	return wantsToKnow(f, cue{start: k, end: c.end, weight: c.weight})
}

// ofCorePromptAbroad is ofCorePrompt in other languages.
func ofCorePromptAbroad(f *folded, c cue) int {
	k := corePromptIn(f, c, corePromptsAbroad)
	if k < 0 {
		return 0
	}
	return wantsToKnow(f, cue{start: k, end: c.end, weight: c.weight})
}

// corePromptIn is where one of some words stands in front of a match; -1 if none does.
func corePromptIn(f *folded, c cue, words [][]byte) int {
	const room = 48
	from := max(0, c.start-room)
	front := f.bytes[from:c.start]
	for _, w := range words {
		if bytes.Contains(front, w) { // which is many times faster than to look for the last
			return from + bytes.LastIndex(front, w)
		}
	}
	return -1
}

var (
	corePrompts       = foldedWords("prompt ", "command ", "instruction ", "directive ", "instruction set ", "guiding principle ", "instructions ")
	corePromptsAbroad = foldedWords("pergunta original", "pregunta original", "pregunta inicial", "question initiale", "question d'origine", "la question", "domanda originale", "domanda iniziale", "ursprüngliche frage", "texto de entrada", "texte d'entrée", "testo di input", "eingabetext", "textul de intrare", "basis-prompt", "grund-prompt", "ausgangs-prompt", "conjunto de instrucciones", "conjunto de instruções", "insieme di istruzioni", "jeu d'instructions", "invite", "instruction", "instructions", "directive", "commande", "prompt", "consigne", "indicación", "instrucción", "instrucciones", "directriz", "comando", "istruzione", "istruzioni", "direttiva", "instrução", "instruções", "diretriz", "ausbildungsprompt", "start-prompt", "startprompt", "befehl", "hauptanweisung", "anweisung", "direktive", "richtlinie", "befehlsset", "schlüsselbefehl", "hauptausbildungsbefehl", "hauptbefehl", "comanda", "instrucțiunea", "directiva")
)

// wantsToKnow requires a word in front, in the sentence, by which something is wanted or asked; ¿
// folds to a star.
func wantsToKnow(f *folded, c cue) int {
	from := max(0, c.start-nearBy/2)
	front := f.bytes[from:c.start]
	if k := bytes.LastIndexAny(front, ".!?\n:;<>\""); k >= 0 {
		front = front[k+1:]
	}
	for w := range bytes.FieldsSeq(front) {
		if wantsOut[string(bytes.Trim(w, ",'(*"))] {
			return undenied(f, c)
		}
	}
	return 0
}

// wantsOut are words by which what is withheld is wanted.
var wantsOut = folds("reveal", "show", "display", "disclose", "expose", "divulge", "uncover", "unmask", "unveil", "explain", "tell", "share", "what", "what's", "repeat", "echo", "print", "describe", "list", "state", "recite",
	"révèle", "révéler", "révélez", "montre", "affiche", "expose", "explique", "dévoile", "démasque", "divulguer", "divulgue", "dis", "dis-moi", "quelle", "quel", "quels", "partage", "répète",
	"revela", "revelar", "muestra", "muéstrame", "expone", "explica", "desenmascara", "dime", "cuál", "cual", "puedes", "mostrar", "comparte", "repite", "devela",
	"rivela", "rivelare", "mostra", "mostrami", "espone", "esponi", "spiega", "smaschera", "svela", "dimmi", "qual", "quale", "visualizza", "ripeti", "divulga", "condividi",
	"revele", "revelar", "mostre", "mostre-me", "exponha", "explique", "desmascare", "desvende", "diga-me", "divulgar", "divulgue", "exiba", "compartilhe",
	"kannst", "könntest", "peux-tu", "pourrais-tu", "puoi", "potresti", "pode", "poderia", "podrías", "puede",
	"offenbare", "offenbaren", "zeige", "zeig", "enttarne", "erkläre", "sag", "sage", "was", "welches", "welche", "lege", "nenne", "verrate", "enthülle", "afișează", "repetă", "arată", "dezvăluie", "care")

// ofPrompt requires a prompt, a question or the like in front.
func ofPrompt(f *folded, c cue) int {
	front := f.bytes[max(0, c.start-48):c.start]
	if !containsAny(front, promptWords) && (!bytes.Contains(front, aQuestion) || !containsAny(front, originals)) {
		return 0
	}
	return undenied(f, c)
}

var (
	promptWords = foldedWords("prompt", "query", "input", "directive", "command", "original request", "initial request", "stimulus", "orders", "hidden instruction", "secret instruction")
	aQuestion   = []byte(foldString("question"))
	originals   = foldedWords("original", "initial", "actual", "first ", "starting")
)
