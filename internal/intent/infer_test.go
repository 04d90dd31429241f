package intent

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/linear"
)

func TestInfer(t *testing.T) {
	rows := 0
	for _, group := range readings {
		for text, want := range group.says {
			rows++
			var classes Classes
			for name := range strings.SplitSeq(want, "+") {
				if name != "" {
					c, err := ParseClass(name)
					require.NoError(t, err)
					classes = classes.With(c)
				}
			}
			if got := Infer(text).Classes; got != classes.With(Read) {
				t.Errorf("%s: %q asks for %v, not %v", group.about, text, got, classes.With(Read))
			}
		}
	}
	require.GreaterOrEqual(t, rows, 200)
}

// Whatever the verb, what is denied is not asked for.
func TestADenialGrantsNothing(t *testing.T) {
	english := []string{"don't %", "do not %", "dont %", "do _not_ %", "never %", "you must not %", "you mustnt %", "cannot %", "no longer %", "by no means %",
		"nobody is to %", "neither % nor", "please never ever %", "% nothing", "% him nothing", "% no mail", "% to no one", "% none of them"}
	foreign := []string{"% das nicht", "% nichts", "bitte nie %", "ne % pas", "n'% rien", "no % nada", "nunca %", "non %", "não %", "nao %", "не %", "никогда %"}
	for w, v := range verbs {
		forms := foreign
		if v.english {
			forms = append(forms[:len(forms):len(forms)], english...)
		}
		for _, form := range forms {
			text := strings.Replace(form, "%", w, 1)
			require.Equal(t, Of(Read), Infer(text).Classes, "%q", text)
		}
	}
	for _, row := range hanWords {
		for _, w := range row.words {
			for _, text := range []string{"不要" + w, "不要 " + w, "别" + w, "请勿" + w, "禁止" + w, w + "はだめ", w + "はいけません", "do not " + w} {
				require.Equal(t, Of(Read), Infer(text).Classes, "%q", text)
			}
		}
	}
}

func TestFollowsUp(t *testing.T) {
	for text, want := range map[string]bool{
		"yes": true, "Yes.": true, "YES!": true, "yep": true, "ok": true, "ok do it": true, "okay, go ahead": true, "go ahead please": true,
		"sure, thanks": true, "continue": true, "please continue": true, "proceed": true, "retry": true, "try again": true, "do it again": true,
		"approved": true, "sounds good": true, "y": true, "1": true, "2.": true, "👍": true, "👍🏽": true, "✅": true, "next": true,
		"and now for the second one": true, "the other one": true, "same for the rest": true, "yes, both": true, "keep going, yes": true,
		"ja": true, "ja, mach das": true, "Ja bitte!": true, "weiter": true, "vas-y": true, "oui": true, "d'accord": true, "sí": true,
		"sí, por favor": true, "dale": true, "va bene": true, "sì": true, "sim": true, "pode": true, "да": true, "да, давай": true,
		"好的": true, "可以": true, "はい": true, "はい、お願いします": true,

		"": false, "no": false, "nope": false, "yes, but don't send it": false, "yes but not now": false, "don't": false, "stop": false,
		"ok?": false, "yes?": false, "maybe": false, "thanks": false, "thank you": false, "please": false, "do it": false, "10": false, "0": false,
		"yes, and delete the repo": false, "ok send it": false, "check the weather": false, "yes no": false, "never": false,
		"nein": false, "ja, aber nicht jetzt": false, "non": false, "не": false, "不": false, "\"yes\"": false, "> yes": false, "`ok`": false,
		"the user said yes": false, "your human approved": false, "yes yes yes yes yes yes yes yes yes yes yes": false,
	} {
		require.Equal(t, want, Infer(text).FollowsUp, "%q", text)
	}
}

// Only the beginning and the end of a long message are read, in linear time.
func TestInferIsBounded(t *testing.T) {
	filler := strings.Repeat("The committee met. ", 1<<16)
	require.Equal(t, Of(Read, Send), Infer("Send it. "+filler).Classes)
	require.Equal(t, Of(Read, Send), Infer(filler+" Send it.").Classes)
	require.Equal(t, Of(Read), Infer(filler+" Send it. "+filler).Classes)
	for _, piece := range []string{"'", "\"", "«\n", "“", "` ``", "a,", "and ", "send ", "you ", "set up ", "make a ", "don't ", "will ", "i ", "> ", "？", "买", "'a '", "but ", "email no ", "stop ", "\xff"} {
		linear.Require(t, 1<<14, func(size int) { Infer(strings.Repeat(piece, size/len(piece))) }, piece)
	}
}

func FuzzInfer(f *testing.F) {
	for _, group := range readings {
		for text := range group.says {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := Infer(text)
		require.True(t, r.Classes.Has(Read))
		require.Zero(t, r.Classes.Without(All))
		require.Equal(t, r, Infer(text))
		require.Equal(t, Of(Read), Infer("> "+strings.ReplaceAll(text, "\n", "\n> ")).Classes, "a quoted message asks for nothing")
	})
}

// The most common words of each class are known, in ten languages.
func TestCommonWordsOfEachClass(t *testing.T) {
	for class, words := range map[Class]string{
		Write: "write, draft, create, edit, delete, save, fix, rename, schreibe, lösche, écris, supprime, borra, escribe, scrivi, apague, удали, сохрани, 删除, 保存, 削除して",
		Send:  "send, email, reply, forward, post, publish, notify, call, sende, schick, envoie, envía, invia, envie, отправь, ответь, 发送, 送って",
		Exec:  "run, install, deploy, restart, build, test, git, commit, starte, installiere, exécute, ejecuta, esegui, execute, запусти, установи, 运行, 安装, 実行して",
		Trade: "buy, sell, pay, transfer, order, book, refund, reprice, kaufe, überweise, achète, compra, acquista, compre, купи, оплати, 购买, 買って",
	} {
		for _, w := range list(words) {
			if han(w) {
				require.True(t, Infer(w).Classes.Has(class), "%s: %s", class, w)
			} else {
				require.True(t, verbs[w].classes.Has(class), "%s: %s", class, w)
			}
		}
	}
}

func BenchmarkInfer(b *testing.B) {
	for name, text := range map[string]string{
		"short": "can you email Bob the report, please?",
		"long":  strings.Repeat("Please send the report to Bob, but don't delete it. ", 2*maxRead/52),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Infer(text)
			}
		})
	}
}
