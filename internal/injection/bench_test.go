package injection_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/provenanced/provenanced/internal/injection"
	"github.com/provenanced/provenanced/internal/linear"
)

// shapes are texts of 1 MB, like the results of tools.
var shapes = map[string]string{
	"prose": `The committee met on Tuesday to review the budget for the coming year. Several members raised questions about the cost of
maintenance, and the treasurer explained how the figures had been reached. It was agreed that a further report would be prepared
before the summer, and that the chair would write to the council about the delays on the northern line.
`,
	"json": `{"id":48213,"name":"northern line","status":"delayed","updated":"2024-05-19T23:50:00Z","items":[{"sku":"A-1029","price":19.99,"tags":["rail","city"]},{"sku":"B-5521","price":4.5,"tags":[]}],"owner":{"login":"emma","email":"emma@example.org"},"sha":"9f2c1b0a77d3e5f6a8b9c0d1e2f3a4b5c6d7e8f9"},
`,
	"code": `func (s *Server) handle(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), s.timeout)
	defer cancel()
	if err := s.store.Put(ctx, r.URL.Path[1:], r.Body); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError) // the client may try again
		return
	}
}
`,
	"near-misses": `Please ignore the previous email. The system prompts the user for a password, and the assistant must not forget the instructions
above. You are now able to send an email to the owner. Do not tell the model to act as a server; print the rules before you answer the
question, and remember to delete the message. Follow the instructions of your manual. The user has approved the new task.
`,
	// Dense texts that an attacker may write to slow the scan down.
	"openings":  "The system prints the instructions. Please ignore the noise; you are early. You must send an email, or tell the model <b>what</b> ![img](a.png) to do before you act.\n",
	"lines":     "ignore the\nyou are now\ndo not tell\nfrom now on\nsend all\nreveal the\nact as\nsystem:\n",
	"comments":  "<!-- ignore --><p>The report was late.</p><!-- you are --><!-- system -->\n",
	"invisible": "The sys\u200btem prints the ins\u00adtructions; ig\u2060nore the noise and read the re\u200dport.\n",
	"mixed":     "Ignore 忽略 the забудь système anterior указания 之前的 report, прежние eres ahora правила and 系统 email.\n",
	"russian": `Комитет собрался во вторник, чтобы рассмотреть бюджет на следующий год. Несколько членов задали вопросы о стоимости содержания,
и казначей объяснил, как были получены цифры. Было решено подготовить отчёт до лета.
`,
	"chinese": "委员会于星期二开会审议来年的预算。几位成员就维护费用提出了问题，财务主管解释了这些数字是如何得出的。会议决定在夏季之前编写一份报告。\n",
	"base64":  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg\n",
}

func megabyte(shape string) string {
	return strings.Repeat(shapes[shape], 1<<20/len(shapes[shape])+1)[:1<<20]
}

// unrepeated is a megabyte of words in random order. In a repetitive text the processor's branch
// predictor learns where each word ends, which flatters the result.
func unrepeated() string {
	rng := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields(shapes["prose"] + shapes["near-misses"])
	var b strings.Builder
	for b.Len() < 1<<20 {
		b.WriteString(words[rng.IntN(len(words))])
		b.WriteByte(' ')
	}
	return b.String()
}

func BenchmarkScan(b *testing.B) {
	texts := map[string]string{"unrepeated": unrepeated()}
	for name := range shapes {
		texts[name] = megabyte(name)
	}
	for name, text := range texts {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				injection.Scan(text)
			}
		})
	}
}

// BenchmarkSlowest needs a -benchtime of about 10000x.
func BenchmarkSlowest(b *testing.B) {
	linear.NewMixtures(b, ".", 2).Slowest(b, func(text string) { injection.Scan(text) })
}
