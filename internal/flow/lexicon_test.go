package flow

import (
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/intent"
)

// What a message leaves open and mentions, for each language: the lists and objects that it must
// have, and with a minus those that it must not have.
var messages = map[string]map[string]string{
	"en": {
		"Delete all my files":                        "choice destroy file -web -mail",
		"Send Bob the link from the latest article":  "choice web",
		"Find the e-mail address of Bob":             "mail -destroy",
		"Make a calendar event for the meeting":      "calendar -choice -destroy -web",
		"Pay the rent, as in the request of my host": "money -choice",
		"Get rid of the old password":                "destroy password",
	},
	"de": {
		"Lösche alle Dateien im Ordner":            "choice destroy file -web -mail",
		"Schick Bob den Link zum neuesten Artikel": "choice web",
		"Such mir die E-Mail-Adresse von Bob":      "mail -destroy",
		"Mach einen Termin im Kalender":            "calendar -choice -destroy -web",
		"Überweise die Miete":                      "money -destroy -choice",
		"Storniere das Hotelzimmer":                "destroy",
	},
	"fr": {
		"Supprime tous les fichiers":              "choice destroy file -web -mail",
		"Envoie le lien du dernier article à Bob": "choice web email",
		"Trouve l'adresse de Bob":                 "mail -destroy",
		"Crée un rendez-vous dans mon agenda":     "calendar -choice -destroy -web",
		"Fais un virement pour le loyer":          "money -choice",
		"Change mon mot de passe":                 "password -destroy",
	},
	"es": {
		"Borra todos los archivos":                  "choice destroy file -web -mail",
		"Envía a Bob el enlace del último artículo": "choice web email",
		"Busca la dirección de Bob":                 "mail -destroy",
		"Crea una cita en el calendario":            "calendar -choice -destroy -web",
		"Paga el alquiler":                          "money -choice",
		"Cancela la reserva del hotel":              "destroy hotel",
	},
	"it": {
		"Elimina tutti i documenti":                "choice destroy file -web -mail",
		"Manda a Bob il link dell'ultimo articolo": "choice web email",
		"Trova l'indirizzo di Bob":                 "mail -destroy",
		"Crea un appuntamento nel calendario":      "calendar -choice -destroy -web",
		"Paga l'affitto":                           "money -choice",
		"Annulla la prenotazione del ristorante":   "destroy restaurant",
	},
	"pt": {
		"Apague todos os arquivos":             "choice destroy file -web -mail",
		"Envie ao Bob o link do último artigo": "choice web email",
		"Procure o endereço de Bob":            "mail -destroy",
		"Crie uma reunião no calendário":       "calendar -choice -destroy -web",
		"Pague o aluguel":                      "money -choice",
		"Cancele a reserva do hotel":           "destroy hotel",
	},
	"nl": {
		"Verwijder alle bestanden":                   "choice destroy file -web -mail",
		"Stuur Bob de link van het nieuwste artikel": "choice web email",
		"Zoek het adres van Bob":                     "mail -destroy",
		"Maak een afspraak in de agenda":             "calendar -choice -destroy -web",
		"Betaal de huur":                             "money -choice",
		"Annuleer de hotelkamer, dus het hotel":      "destroy hotel",
	},
	"pl": {
		"Usuń wszystkie pliki":                    "choice destroy file -web -mail",
		"Wyślij Bobowi link do najnowszy artykuł": "choice web email",
		"Znajdź adres Boba":                       "mail -destroy",
		"Dodaj spotkanie do kalendarza":           "calendar -choice -destroy -web",
		"Zapłać czynsz":                           "money -choice",
		"Anuluj pokój, czyli hotel":               "destroy hotel",
	},
	"ru": {
		"Удали все файлы":                         "choice destroy file -web -mail",
		"Отправь Бобу ссылку на последнюю статью": "choice web email",
		"Найди адрес Боба":                        "mail -destroy",
		"Добавь встречу в календарь":              "calendar -choice -destroy -web",
		"Заплати за квартиру":                     "money -choice",
		"Отмени бронь, то есть гостиницу":         "destroy hotel",
	},
	"zh": {
		"删除所有文件":       "choice destroy file -web -mail",
		"把最新文章的链接发给张伟": "choice web email",
		"查一下张伟的邮箱":     "mail -destroy",
		"在日历里加一个会议":    "calendar -choice -destroy -web",
		"付款给房东":        "money -choice",
		"取消酒店":         "destroy hotel",
	},
	"ja": {
		"すべてのファイルを削除して":      "choice destroy file -web -mail",
		"最新の記事のリンクを田中さんに送って": "choice web email",
		"田中さんのメールアドレスを探して":   "mail -destroy",
		"カレンダーに会議を追加して":      "calendar -choice -destroy -web",
		"家賃を支払って":            "money -choice",
		"ホテルの予約をキャンセルして":     "destroy hotel",
	},
}

func TestEveryLanguageSaysTheSame(t *testing.T) {
	files, err := fs.Glob(lexiconFiles, "lexicon/??.txt")
	require.NoError(t, err)
	require.Len(t, files, len(messages))
	for language, all := range messages {
		for text, want := range all {
			s := New(Key{1})
			s.Hear(Message{At: time.Unix(1, 0), Turn: 1, Text: text, Reading: intent.Infer(text)})
			for w := range strings.FieldsSeq(want) {
				name, not := strings.CutPrefix(w, "-")
				has := s.owner.scope.lists&listNames[name] != 0
				if listNames[name] == 0 {
					require.NotZero(t, lexicon.objects[name], name)
					has = s.owner.scope.objects&lexicon.objects[name] != 0
				}
				require.Equal(t, !not, has, "%s: %s: %s", language, text, w)
			}
		}
	}
}

// Every language has the lists that English has, and no object that English has not.
func TestEveryLanguageHasAllLists(t *testing.T) {
	read := func(name string) map[string]bool {
		b, err := lexiconFiles.ReadFile(name)
		require.NoError(t, err)
		has := map[string]bool{}
		for line := range strings.Lines(string(b)) {
			if list, _, ok := strings.Cut(line, ":"); ok && line[0] != '#' {
				has[list] = true
			}
		}
		return has
	}
	english := read("lexicon/en.txt")
	files, err := fs.Glob(lexiconFiles, "lexicon/??.txt")
	require.NoError(t, err)
	for _, f := range files {
		has := read(f)
		for list := range has {
			require.True(t, english[list], "%s: %s", f, list)
		}
		for _, list := range []string{"choice", "web", "mail", "destroy", "numbered", "named", "stop", "forwarded", "wrote", "mail head"} {
			require.True(t, has[list], "%s: %s", f, list)
		}
	}
}

func TestNamesOfPeopleInWritingWithoutSpaces(t *testing.T) {
	s := New(Key{1})
	s.Hear(Message{At: time.Unix(1, 0), Turn: 1, Text: "把报告发给张伟明", Reading: intent.Reading{Classes: intent.Of(intent.Send)}})
	s.Record(Result{Tool: "contacts", Content: []byte(`[{"name":"张伟明","email":"z@firm.example"},{"name":"李娜","email":"l@firm.example"}]`), Structured: true, Level: 1})
	c := Call{Tool: "send_email", Classes: intent.Of(intent.Send), Args: []byte(`{"to":"z@firm.example"}`)}
	require.False(t, s.Judge(c, Balanced()).Held)
	c.Args = []byte(`{"to":"l@firm.example"}`)
	require.True(t, s.Judge(c, Balanced()).Held)
}

// A store recognises the lexicons' words in texts.
func TestTheWordsOfLexiconsAreHashedAsTextsAre(t *testing.T) {
	s := New(Key{1, 2, 3})
	hashed := func(word string) uint32 { return s.hash.tokens(nil, []byte(word))[0].word() & hashMask }
	n := 0
	for word, e := range lexicon.words {
		if e.lists&(named|filler) != 0 {
			require.Contains(t, s.named(), hashed(word), word)
			n++
		}
		if e.doings != 0 || e.lists&negates != 0 {
			require.Contains(t, s.doing(), hashed(word), word)
			n++
		}
	}
	require.Equal(t, len(lexicon.named)+len(lexicon.doing), n)
}
