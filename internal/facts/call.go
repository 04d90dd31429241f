package facts

// Call is what the calls of one tool do, as their parameters and results tell. The zero Call
// is one of which that is not known.
type Call struct {
	Command *Command // it has a shell read something
	Fetch   *Fetch   // it fetches from an address, and says so in its result
	Message *Message // it says something to somebody
	Session *Session // it returns something of another session
	Sets    *Sets    // some of its calls change a session
	Query   string   // the parameter whose words go to whoever runs a search of the web; "" for none

	// Jobs finds the sessions of the host's jobs that a result shows, by their keys, at most so
	// many; agent is the one that asks. It is false where there are more. Nil: it shows none.
	Jobs func(result []byte, agent string, most int) (keys map[string]bool, whole bool)

	// Quotes tells whether a result has what was said in some session. Nil: it has not.
	Quotes func(result []byte) bool

	// Files are the files that a result says it shows something of, as they are named there. Nil:
	// it says nothing.
	Files func(result []byte) []string

	Spawns  bool    // it begins another session
	Effects Effects // what else it does, that nothing here says
	Asks    bool    // it returns what somebody answers: whoever writes next in the session
}

// Message is how a tool says something to somebody. Its parameters are in lower case. What is
// none of them may be a target that we do not know, or something to fetch or read.
type Message struct {
	Words   []string // what it says
	Targets []string // to whom; none is whoever speaks in the session
	Channel string   // by which way
	Ways    []string // how, which says nothing by itself
	Action  string   // which of its actions the tool is to take
	Says    []string // those that only say something, "" for none

	// Fetches tells whether a text makes the host, or whatever shows it, fetch or read
	// something, or may.
	Fetches func(text string) bool

	// Heard tells whether the host would take a text for a command of its owner's, and what
	// else it may hear in it, where it takes something away.
	Heard func(text string) (command bool, as []string)
}

// Session is how a tool names the session that it returns something of. Its parameters are
// texts; the first of a list that has one counts.
type Session struct {
	Key    []string // its key
	Any    []string // with one of these it may be any session, whatever Key says
	Label  []string // so may it without a key
	Agent  []string // without that, it is the main session of this agent
	Shown  []string // and what is not a text: with one of these that is not off, it is all of them
	Quoted bool     // more is returned than how it is: what was said in it

	// KeysOf are the keys under which a session may be known that an agent calls so.
	KeysOf func(name, agent string) []string
	Main   func(agent string) string // the key of an agent's main session
	IsID   func(name string) bool    // such a name is not the key of a session
	Own    string                    // such a name is the session's that asks

	// Went tells of a result, as JSON without its envelope, whether it has words of the session.
	Went func(told []byte) Went
}

// Went is how a call went that may return another session's words. The zero value is that it
// does.
type Went uint8

const (
	Quoting Went = iota
	Failing      // it says that there are none, and may say why
	Taken        // it only says that a message was taken
)

// Sets is a parameter with which a call changes a session, as calls of another tool do.
type Sets struct {
	Param string
	As    string
}

// Command is how a tool has a shell read something.
type Command struct {
	// Params hold it, in the order in which the host sends them. The first one takes a text as
	// it is.
	Params []CommandParam
	Env    string // the parameter that sets variables for it

	// Into is the parameter that names the running command into which it is typed; "" where
	// each call begins one. Enter is the action, as JSON, that types no more than an Enter.
	Into  string
	Enter string

	Begins bool // each call begins a command line of its own; what is typed may go on with one

	// Here are the values, as JSON, with which the parameter Where has the command run where
	// the host does, "" for none; with one of Elsewhere it never does.
	Where     string
	Here      []string
	Elsewhere []string

	Dir string // the parameter that says in which directory it starts

	// Looks are the parameters with which a command that only looks still does. Others set
	// variables, or have it run elsewhere or otherwise. Without any, no command is known to.
	Looks map[string]bool

	HostAsks bool // the host can ask its owner about each of them by itself
}

// CommandParam is a parameter that holds something for a shell.
type CommandParam struct {
	Name string
	Form Form
}

// Form is how a text for a shell is written.
type Form uint8

const (
	Words    Form = iota // as it is; of a list, with spaces between
	HexBytes             // in hexadecimal digits
	KeyNames             // names of keys: Enter, C-c
)

// Fetch is how a tool that fetches says from where.
type Fetch struct {
	Address string   // the parameter with the address
	Told    []string // members of its result with the addresses that were asked for and reached

	// Beside is a member of the result that tells them beside the text, which then cannot;
	// Inside is the one that holds the text where they are told in that.
	Beside, Inside string
}

// Leaving is how a tool leaves words that the host shows to later turns by itself, in no file:
// each of its calls does, but those that this excepts.
type Leaving struct {
	// Looks are the actions that leave nothing, by the parameter Action; only one counts.
	Action string
	Looks  []string

	// Or a call leaves nothing if it has all of Quiet, by squeezed name and value as JSON, and
	// none of Notes.
	Quiet map[string]string
	Notes []string
}

// Operation is how a tool writes files, as staged writes name it.
type Operation string

const (
	Write Operation = "write" // the whole content of one file
	Edit  Operation = "edit"  // pieces of one file
	Patch Operation = "patch" // any number of files
	Other Operation = "call"  // what its tool makes of it is not known
)

// Role is what a parameter may mean, by its name alone: hosts, servers and models spell them
// in many ways. A parameter can have several.
type Role uint16

const (
	File      Role = 1 << iota // it names a file
	Media                      // it names a file, a directory, or an address, to a tool that writes no memory
	Directory                  // it says where relative paths of its call start
	Address                    // it is a web address, or a host
	Content                    // it is what a tool writes, not where
	Line                       // it is a command line
	Shell                      // it may hold a command, or what is typed into one
)
