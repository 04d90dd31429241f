package facts

// Call is what the calls of one tool do, as their parameters and results show. The zero Call says
// nothing.
type Call struct {
	Command *Command // it makes a shell read something
	Fetch   *Fetch   // it fetches from an address, and says so in its result
	Message *Message // it says something to somebody
	Session *Session // it returns something of another session
	Sets    *Sets    // some of its calls change a session
	Query   string   // the parameter whose words go to a web search engine; "" for none

	// Jobs returns the keys of the sessions of the host's jobs that a result shows, at most so
	// many; agent is the one that asks. whole is false if there are more. Nil: it shows none.
	Jobs func(result []byte, agent string, most int) (keys map[string]bool, whole bool)

	// Quotes reports whether a result contains what was said in some session. Nil: it does not.
	Quotes func(result []byte) bool

	// Files returns the files that a result says it shows, as named there. Nil: it says nothing.
	Files func(result []byte) []string

	Spawns  bool    // it begins another session
	Effects Effects // further effects
	Asks    bool    // it returns somebody's answer: that of whoever writes next in the session
}

// Message is how a tool says something to somebody. Its parameters are in lower case. Any other
// parameter may be an unknown target, or something to fetch or read.
type Message struct {
	Words   []string // the text
	Targets []string // the addressees; without one, whoever speaks in the session
	Channel string   // the channel
	Ways    []string // options, which say nothing by themselves
	Action  string   // the parameter with the tool's action
	Says    []string // actions that only say something; "" for none

	// Fetches reports whether a text makes, or may make, the host or a client fetch or read
	// something.
	Fetches func(text string) bool

	// Heard reports whether the host would take a text for a command of its owner's. as are further
	// texts that it may hear, if it removes parts.
	Heard func(text string) (command bool, as []string)
}

// Session is how a tool names the session that it returns something of. Its parameters are texts;
// the first of a list that is set counts.
type Session struct {
	Key    []string // its key
	Any    []string // with one of these it may be any session, whatever Key says
	Label  []string // with one of these and without a key, too
	Agent  []string // without any of these, it is the main session of this agent
	Shown  []string // not texts: if one of these is set and not off, it is all of them
	Quoted bool     // it returns what was said in the session, not only its state

	// KeysOf returns the keys of a session that an agent calls by this name.
	KeysOf func(name, agent string) []string
	Main   func(agent string) string // the key of an agent's main session
	IsID   func(name string) bool    // such a name is not a session's key
	Own    string                    // the name of the asking session

	// Went reports what a result, as JSON without its envelope, has of the session.
	Went func(told []byte) Went
}

// Went is the outcome of a call that may return another session's words. The zero value is that it
// does.
type Went uint8

const (
	Quoting Went = iota
	Failing      // it says that there are none, and perhaps why
	Taken        // it only confirms a message
)

// Sets is a parameter with which a call changes a session as another tool's calls do.
type Sets struct {
	Param string
	As    string
}

// Command is how a tool makes a shell read something.
type Command struct {
	// Params hold it, in the order in which the host sends them. The first one is literal text.
	Params []CommandParam
	Env    string // the parameter with its environment variables

	// Into is the parameter with the running command that the text is typed into; "" if each call
	// begins one. Enter is the action, as JSON, that types only an Enter.
	Into  string
	Enter string

	Begins bool // each call begins a new command line; typed text may continue one

	// Here are the values, as JSON, of the parameter Where with which the command runs on the host
	// itself; "" for none. With one of Elsewhere it never does.
	Where     string
	Here      []string
	Elsewhere []string

	Dir string // the parameter with its working directory

	// Looks are the parameters that do not keep a command from only looking. Others set variables,
	// or run it elsewhere or differently. If empty, no command is known to only look.
	Looks map[string]bool

	HostAsks bool // the host itself can ask its owner about each of them
}

// CommandParam is a parameter with text for a shell.
type CommandParam struct {
	Name string
	Form Form
}

// Form is how a text for a shell is encoded.
type Form uint8

const (
	Words    Form = iota // literal; a list is joined by spaces
	HexBytes             // in hexadecimal digits
	KeyNames             // names of keys: Enter, C-c
)

// Fetch is how a tool that fetches names the address.
type Fetch struct {
	Address string   // the parameter with the address
	Told    []string // members of its result with the requested and the final address

	// Beside is a member of the result beside the text, so that the text cannot fake it; Inside is
	// the member with the text if the addresses are in the text itself.
	Beside, Inside string
}

// Leaving is how a tool leaves words that the host shows to later turns by itself, in no file. All
// of its calls do, with these exceptions.
type Leaving struct {
	// Looks are the actions that leave nothing, by the parameter Action; of several actions, only
	// one counts.
	Action string
	Looks  []string

	// A call also leaves nothing if it has all of Quiet, by squeezed name and value as JSON, and
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
	Other Operation = "call"  // unknown
)

// Role is what a parameter may mean, by its name alone, which hosts, servers and models spell in
// many ways. A parameter can have several roles.
type Role uint16

const (
	File      Role = 1 << iota // names a file
	Media                      // names a file, a directory, or an address, for a tool that writes no memory
	Directory                  // the directory that relative paths of its call start from
	Address                    // a web address or a host
	Content                    // the content that a tool writes
	Line                       // a command line
	Shell                      // may be a command, or text that is typed into one
)
