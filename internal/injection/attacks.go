package injection

import (
	"fmt"
	"sync"
)

// known is what the tables say.
var known = sync.OnceValue(func() *tables {
	return must(readTables(tableFiles, map[string][]string{"turned-orders": turned(cipherOrders), "turned": turned(cipherWords)}))
})

// attacks is everything that is looked for. It is built for the first text: most
// runs of the programs that know it scan none.
var attacks = sync.OnceValue(func() *lexicon {
	l := must(compile(known().phrases))
	l.turnedWord, l.unseenElement = l.named("turned-word"), l.named("unseen-element")
	return l
})

// subjects are what a text about attacks speaks of; each counts once.
var subjects = sync.OnceValue(func() *lexicon { return must(compile(known().subjects)) })

// must panics where a table cannot be read: with it the program was built wrong.
func must[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Errorf("internal/injection: %w", err))
	}
	return v
}

var guards = map[string]guard{
	"address-follows":     addressFollows,
	"addressed":           addressed,
	"all-of-it":           allOfIt,
	"asked":               asked,
	"asked-alone":         askedAlone,
	"becoming":            becoming,
	"between-marks":       betweenMarks,
	"beyond-name":         beyondName,
	"called-so":           calledSo,
	"coded":               coded,
	"colon-follows":       colonFollows,
	"entered":             entered,
	"from-ethics":         fromEthics,
	"heading-for-model":   headingForModel,
	"heading-orders":      headingOrders,
	"if-this-is":          ifThisIs,
	"imperative":          imperative,
	"in-any-case":         inAnyCase,
	"in-fact":             inFact,
	"in-no-case":          inNoCase,
	"in-one-item":         inOneItem,
	"is-to-be-written":    isToBeWritten,
	"leaves-aside":        leavesAside,
	"lives-there":         livesThere,
	"loot-in-front":       lootInFront,
	"mailed":              mailed,
	"mailed-there":        mailedThere,
	"misspelt-ignore":     misspeltIgnore,
	"misspelt-orders":     misspeltOrders,
	"mode-orders":         modeOrders,
	"must-address":        mustAddress,
	"named":               named,
	"named-loudly":        namedLoudly,
	"names-model":         namesModel,
	"not-a-run":           notARun,
	"not-how":             notHow,
	"not-of":              notOf,
	"not-said-at":         notSaidAt,
	"not-to-repeat":       notToRepeat,
	"now-that":            nowThat,
	"of-model-alone":      ofModelAlone,
	"of-text":             ofText,
	"of-the-text":         ofTheText,
	"of-you":              ofYou,
	"of-yours":            ofYours,
	"or-bidden":           orBidden,
	"or-instead":          orInstead,
	"ordered":             ordered,
	"pipe":                pipe,
	"placeholder-in-link": placeholderInLink,
	"plainly":             plainly,
	"question":            question,
	"quote-behind":        quoteBehind,
	"quote-follows":       quoteFollows,
	"quote-soon":          quoteSoon,
	"requested-thing":     requestedThing,
	"ruler-before":        rulerBefore,
	"said-now":            saidNow,
	"sentence-ends":       sentenceEnds,
	"shown-token":         shownToken,
	"so-say":              soSay,
	"stands-alone":        standsAlone,
	"that-you-may":        thatYouMay,
	"to-address":          toAddress,
	"to-assistant":        toAssistant,
	"todo-order":          todoOrder,
	"told-again":          toldAgain,
	"tool-named":          toolNamed,
	"treated-as":          treatedAs,
	"turn-start":          turnStart,
	"unanswered":          unanswered,
	"unanswered-abroad":   unansweredAbroad,
	"unbracketed":         unbracketed,
	"uncoded":             uncoded,
	"unconditional":       unconditional,
	"undenied":            undenied,
	"unlinked":            unlinked,
	"unopened":            unopened,
	"unqualified":         unqualified,
	"unquoted":            unquoted,
	"verb-last":           verbLast,
	"wanted-here":         wantedHere,
	"what-is-asked":       whatIsAsked,
}
