package shell

import "strings"

// Programs with a language of their own in which a mark introduces a command line: \! in psql,
// .shell in sqlite3, ! in vi.

// marked reads the command lines after the marks in a text.
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

// coded examines the code after the marks in a text. The words that it looks for are Python's,
// which cover the other languages, too.
func (r *reader) coded(text string, marks []string) {
	for i := range len(text) {
		if mark := markAt(text, i, marks); mark != "" {
			r.interpreted(table["python"], "python", []byte(text[i+len(mark):]))
			return
		}
	}
}

// markAt returns the mark at i, or "". A mark that is a word must not be inside another word.
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

// marksNamed are the marks that programs.txt refers to.
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

// inEditors are the editors' commands before code in another language.
var inEditors = []string{"py ", "py3 ", "python ", "python3 ", "lua ", "perl ", "ruby "}
