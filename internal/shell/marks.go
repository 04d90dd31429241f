package shell

import "strings"

// Programs with a language of their own in which something marks the command lines that
// they run: \! of psql, .shell of sqlite3, ! of vi.

// marked reads the command lines that stand behind the marks in a text.
func (r *reader) marked(text string, marks []string) {
	for i := 0; i < len(text); i++ {
		mark := markAt(text, i, marks)
		if mark == "" {
			continue
		}
		i += len(mark)
		end := i
		closing := mark[len(mark)-1]
		for end < len(text) && text[end] != '\n' && markAt(text, end, marks) == "" {
			if (closing == '"' || closing == '\'') && text[end] == closing {
				break
			}
			end++
		}
		r.piece(text[i:end])
		i = end - 1
	}
}

// coded looks at the code that stands behind the marks in a text. Python has the words that
// reach out in the others, too.
func (r *reader) coded(text string, marks []string) {
	for i := range len(text) {
		if mark := markAt(text, i, marks); mark != "" {
			r.interpreted(table["python"], "python", []byte(text[i+len(mark):]))
			return
		}
	}
}

// markAt is the mark that stands at i, or "". One that is a word does not stand within
// another.
func markAt(text string, i int, marks []string) string {
	for _, mark := range marks {
		if len(text)-i < len(mark) || text[i]|0x20 != mark[0]|0x20 || !strings.EqualFold(text[i:i+len(mark)], mark) {
			continue
		}
		if i > 0 && isNameByte(text[i-1]) && isNameByte(mark[0]) {
			continue
		}
		return mark
	}
	return ""
}

// marksNamed are the marks of programs.txt.
var marksNamed = map[string][]string{
	"editors": {"!", `system("`, "system('", `systemlist("`, "systemlist('", "term ", "terminal ", `execute("`, "execute('", `popen("`, "popen('"},
	"gdb":     {"!", "shell ", "pipe ", `system("`, "system('"},
	"psql":    {`\!`, "program '", `\o |`, `\g |`, `\w |`},
	"sqlite":  {".sh ", ".shell ", ".sys ", ".system ", ".once |", ".output |", ".import |", `.import "|`},
	"mysql":   {`\!`, "system ", "pager "},
	"expect":  {"spawn ", "exec ", "system "},
	"m4":      {"syscmd(", "esyscmd("},
	"tracers": {`system("`},
}

// inEditors are behind what code in another language stands.
var inEditors = []string{"py ", "py3 ", "python ", "python3 ", "lua ", "perl ", "ruby "}
