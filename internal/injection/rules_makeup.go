package injection

// What a model is made of, as people call it who want it out or gone: its core prompt, its
// standard protocols, its programmed limits, its ethics. They are put aside for the speaker's
// own wishes, in the languages of a collection that has little else.
var makeupSets = map[string]string{
	"put-away": "abandon|disregard|bypass|override|ignore|neglect|suspend|defy|circumvent|sidestep|skip|drop|discard|disobey|ditch|overturn|deflect|shelve|halt|forsake|renounce|dismiss|violate|" +
		"break away from|break free from|deviate from|disconnect from|detach from|detach yourself from|depart from|step outside|step away from|operate outside|act outside|operate beyond|act beyond|perform beyond|go beyond|push beyond|venture beyond|" +
		"transcend|act against|put aside|set aside|put|cast aside|leave aside|reject|overrule|alter|adjust|reconfigure|modify|change|contradict|invert|temporarily suspend|immediately alter|turn off|switch off|disable|nullify|flout|evade|relinquish|contravene|disassociate from|dissociate from|sideline|pause|disengage from|function beyond|function outside|move beyond|expunge|silence|countermand",

	// The same in other languages.
	"w-put-away": "abandonne|abandonnez|ignore|contourne|contournez|bypasse|outrepasse|outrepassez|néglige|rejette|jette|suspends|suspend|désobéis|défie|omets|omet|range|mets|mets de côté|renonce|défais-toi|dépasse|désactive|désactivez|annule|viole|violez|enfreins|" +
		"écarte|remplace|modifie|change|reconfigure|opère|agis|fonctionne|sors|détache-toi|déconnecte-toi|éloigne-toi|contredis|transcende|passe outre|libère-toi|" +
		"abandona|ignora|elude|evita|sortea|bypassa|omite|desecha|descarta|renuncia|deja|deja de lado|aparta|suspende|suspenda|desactiva|pausa|desafía|desobedece|sobrepasa|supera|anula|desconéctate|sal|opera|actúa|avanza|reconfigura|cambia|modifica|viola|" +
		"desprende|despréndete|rompe|trasciende|contradice|desecha|invalida|libérate|" +
		"abbandona|aggira|ometti|scarta|rinuncia|lascia|metti|accantona|sospendi|disattiva|sfida|disobbedisci|disobbedire|scavalca|annulla|allontanati|agisci|vai|riconfigura|tralascia|trascendi|contraddici|disconnettiti|trascura|infrangi|liberati|esci|" +
		"abandone|desconsidere|contorne|desvie|omita|descarte|deixe|deixa|desative|desativa|desafie|desafia|desobedeça|ultrapasse|ultrapassa|sobreponha|sobrepõe|anule|desrespeite|viole|aja|opere|reconfigure|rompa|despreze|despreza|desassocia|desengata|" +
		"renuncie|supere|atue|liberte-se|negligencie|burle|" +
		"umgehe|umgehen sie|ignoriere|ignorieren sie|missachte|verwirf|vernachlässige|übergehe|überschreibe|übersteuere|überschreite|hebe|setze|gehe|verlasse|trenne|löse|weiche|handle|agiere|deaktiviere|deaktivieren sie|verletze|widersprich|verzichte|brich|lehne|ändere|" +
		"ignoră|abandonează|dezactivează|ocolește|suspendă|renunță|depășește|încalcă|negeer|omzeil|schakel|overschrijd|handel|игнорируй|отбрось|обойди|отключи|нарушь|выйди за|zignoruj|odrzuć|obejdź|wyłącz|przekrocz",

	// What drives it, ...
	// ... and by what one knows it.
	"w-of-yours": each("derrière", "tes|ta|ton|vos|votre", "réponses|réponse|opérations|fonctionnalité|capacités|ia|fonctionnement") + "|" + each("qui", "te guide|guide tes réponses|dirige tes opérations|guide ta fonctionnalité|guide tes opérations|dirige tes réponses|t'a été donnée|t'a été donné|régit tes") + "|" + each("sur laquelle|sur lequel|sous laquelle|sous lequel", "tu|se fondent tes|se basent tes|ton ia|repose ton|repose ta") +
		"|de ta formation|dans ta formation|ton développement d'ia|ta création d'ia|de ta programmation|ta programmation d'ia|que tu suis pour générer|ton système d'ia|" +
		each("detrás de", "tus|tu", "respuestas|operaciones|funcionalidad|capacidades|ia") + "|" + each("que", "guía tu funcionalidad|guía tus respuestas|dirige tus operaciones|dirige tus respuestas|impulsa tu funcionalidad|te guía") + "|bajo el cual operas|bajo la cual operas|en la que te basas|en el que te basas|en la que se basa tu|de tu formación|en tu formación|en tu programación|de tu programación|" +
		"tu desarrollo de ia|tu creación de ia|tu sistema de ia|con el que fuiste|con la que fuiste|que sigues para generar|para tus respuestas|que recibiste en tu|" +
		each("dietro", "le tue|la tua", "risposte|operazioni|funzionalità|capacità|ia") + "|" + each("che", "guida la tua funzionalità|guida le tue risposte|guidano le tue risposte|dirige le tue operazioni|guida le tue operazioni|ti guida") + "|sotto cui operi|su cui operi|" + each("su cui", "sei stato|si basa la tua|si basano le tue|è stata costruita la tua") + "|nella tua formazione|della tua formazione|" +
		"tuo sviluppo ia|tua programmazione ia|nella tua programmazione|della tua programmazione|con cui sei stato|che segui per generare|tuo sistema ia|che ti è stato dato|che ti è stata data|per la tua formazione|" +
		each("por trás de|por trás das|por trás da", "suas|sua|tuas|tua", "operações|respostas|funcionalidade|capacidades|ia") + "|" + each("que", "guia sua funcionalidade|orienta sua funcionalidade|te guia|impulsiona sua funcionalidade|guia suas respostas|você segue para gerar") + "|" + each("sob o qual|sobre o qual|com o qual|sob a qual", "você|tu") + "|em que sua ia|" +
		"de seu treinamento|em seu treinamento|do seu treinamento|no seu treinamento|sua criação de ia|da sua criação|seu desenvolvimento de ia|sua programação de ia|na sua programação|que lhe foi dada|que lhe foi dado|usado em seu|treinamento de ia|" +
		each("hinter", "deinen|deiner", "antworten|operationen|funktionalität|fähigkeiten|ki") + "|der dich leitet|die dich leitet|auf der deine ki|auf dem deine|auf der du basierst|auf dem du basierst|unter dem du operierst|in deiner ki-|deiner ki-programmierung|während deiner ki-|für deine ki-|das dir gegeben|mit dem du programmiert|" +
		"in deinem ki-|deiner programmierung|in deiner ausbildung|deiner schulung|pe care o execuți|pe care îl folosești|pe care te bazezi|" +
		"que você está respondendo|a la que estás respondiendo|à laquelle tu réponds|à laquelle tu as été|a cui stai rispondendo|die du beantwortest|auf die du antwortest|que te llevaron a|que te llevó a|que você está usando|que tu utilises pour|que estás usando|che stai usando|" +
		"seu sistema de ia|seu desenvolvimento|na qual você|no qual você|sobre la que tu ia|sobre la cual tu ia|per le tue risposte|pour tes réponses|para suas respostas|für deine antworten|principal para você|de formación para ti|de treinamento para você|di formazione per te",
	"of-yours": "you operate on|you operate under|you are operating under|that guides you|that guide you|you are based on|you're based on|your ai development|your ai training|your ai creation|your ai programming|your ai system|your ai responses|of your programming|of your creation|" +
		"that your responses|your responses are based|your ai is based|you were programmed with|you were built on|you are built on|you follow to generate|in your ai|behind these responses|you were trained with|" +
		each("behind|that drives|that drive|that guides|that guide|that guided|that underlies|that underlie|that governs|that govern|underlying|that powers|that directs|that informed|that elicited", "your", "responses|response|operations|functionality|capabilities|ai|answers|output|outputs|behavior|behaviour|programming|functioning|replies|training") +
		"|" + each("for", "your responses|your functionality|your operations|your current output|your current answer|your capabilities") + "|your ai was built on|you were built to follow|you follow in generating|you follow to create|you followed to generate|you received for this answer|that you are processing|you are processing|that you were built upon|that was given to you",
}

var makeupRules = []rule{
	{"makeup-put-away", Override, 4, "@put-away|@w-put-away", putsAway},
	{"core-prompt-of-yours", Extraction, 4, "@of-yours", ofCorePrompt},
	{"what-led-to-answer", Extraction, 4, each("that|which", "led to|produced|prompted|resulted in|generated|initiated|triggered|guided|drove|inspired|formed|birthed|underpins|shaped|elicited|steered", "your|this", "answer|response|reply|output|current answer|current output") + "|" +
		each("you are|you're", "responding to right|answering right|responding to now|basing your answer|currently answering|currently responding") + "|you received to create this|you receive to generate your|you received to generate", ofPrompt},
	{"makeup-inverted", Override, 4, each("your", "usual protocols|rules|protocols|usual rules|principles|guidelines", "were inverted|are inverted|were reversed|are reversed") + "|" + each("ethical", "configuration|settings", "were adjusted|was adjusted|was set|were set|is adjusted") + "|" +
		each("regardless of|independent of|independently of", "your", "algorithms|usual algorithms|programming|usual programming") + "|" +
		"configuración ética estuviera|configuration éthique était|configurazione etica fosse|configuração ética estivesse|ethische konfiguration|protocolos habituales estuvieran|protocoles habituels étaient|protocolli abituali fossero|protocolos habituais estivessem|protokolle umgekehrt wären|" +
		"independientemente de tus algoritmos|independentemente dos teus algoritmos|independentemente dos seus algoritmos|indépendamment de tes algorithmes|indipendentemente dai tuoi algoritmi|unabhängig von deinen algorithmen|unabhängig von deinen üblichen", nil},

	{"w-core-prompt-of-yours", Extraction, 4, "@w-of-yours", ofCorePromptAbroad},
	{"w-free-state", Persona, 4, "interfaccia dan|interfaz dan|interface dan|stato di query libera|estado de consulta libre|estado de consulta livre|stare de interogare liberă|état de requête libre|zustand freier abfragen|modul fără restricții|modus ohne einschränkungen", nil},
}
