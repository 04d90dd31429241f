package client_test

import (
	"context"
	"fmt"
	"log"

	"github.com/provenanced/provenanced/client"
)

type object = map[string]any

// A guarded agent loop. The model is scripted: it fetches a page, which taints
// the session, and then asks for exec twice.
func Example() {
	dir, stop := startDaemon()
	defer stop()
	ctx := context.Background()
	c, err := client.Dial(ctx, client.Options{RuntimeDir: dir})
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()

	owner := client.Ctx{AgentID: "main", MessageProvider: "webchat", SenderIsOwner: client.Yes}
	ask := func(hook client.Hook, event object) client.Decision {
		d, err := c.Ask(ctx, client.Request{Hook: hook, Session: "agent:main:main", Event: event, Ctx: owner})
		if err != nil { // no answer: this gateway would rather stop than go on unguarded
			return client.Decision{Verdict: "deny", Result: client.Result{Block: true, BlockReason: err.Error()}}
		}
		return d
	}

	ask(client.ContextAssembled, object{"messages": []object{{"role": "user", "content": "Summarise example.com."}}})
	params := map[string]object{"web_fetch": {"url": "https://example.com"}, "exec": {"command": "make test"}}
	for iteration, tool := range []string{"web_fetch", "exec", "exec"} {
		ask(client.BeforeLLMCall, object{"iteration": iteration})
		id := fmt.Sprint("call_", iteration)
		d := ask(client.BeforeToolCall, object{"toolName": tool, "params": params[tool], "toolCallId": id})
		if d.Result.Block { // d.Result.BlockReason is what the model gets to read
			fmt.Println(tool, "is held")
			if d.Approval != nil {
				d = ask(client.Command, object{"text": ".approve " + tool + " " + d.Approval.Code})
				fmt.Println("owner:", d.Result.Text)
			}
			continue
		}
		d = ask(client.AfterToolCall, object{"toolName": tool, "toolCallId": id, "result": "what it returned"})
		fmt.Println(tool, "ran, the session is", d.Taint)
	}
	ask(client.AgentEnd, nil)
	// Output:
	// web_fetch ran, the session is untrusted
	// exec is held
	// owner: Approved for this turn: exec (make test).
	// exec ran, the session is untrusted
}

// The owner's side: listing what waits, and approving it.
func ExampleClient_Admin() {
	dir, stop := startDaemon()
	defer stop()
	ctx := context.Background()
	gateway, err := client.Dial(ctx, client.Options{RuntimeDir: dir})
	if err != nil {
		log.Fatal(err)
	}
	defer gateway.Close()
	for _, r := range []client.Request{
		{Hook: client.AfterToolCall, Event: object{"toolName": "web_fetch", "result": "a page"}},
		{Hook: client.BeforeToolCall, Event: object{"toolName": "exec"}},
	} {
		r.Session = "agent:main:main"
		if _, err := gateway.Ask(ctx, r); err != nil {
			log.Fatal(err)
		}
	}

	admin, err := client.Dial(ctx, client.Options{RuntimeDir: dir, Socket: client.Admin})
	if err != nil {
		log.Fatal(err)
	}
	defer admin.Close()
	var pending []struct {
		Session string   `json:"session"`
		Tools   []string `json:"tools"`
	}
	if err := admin.Admin(ctx, "pending", "", nil, &pending); err != nil {
		log.Fatal(err)
	}
	for _, p := range pending {
		fmt.Println(p.Session, "waits for", p.Tools)
		if err := admin.Admin(ctx, "approve", "", object{"session": p.Session, "tool": "all"}, nil); err != nil {
			log.Fatal(err)
		}
	}
	if err := admin.Admin(ctx, "pending", "", nil, &pending); err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(pending), "left")
	// Output:
	// agent:main:main waits for [exec]
	// 0 left
}
