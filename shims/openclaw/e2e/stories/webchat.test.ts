// The stories that need no channel, in the owner's web chat. One gateway runs them all: starting
// one takes half a minute of CPU time, changing its configuration a second.
import { world } from "../harness/world.ts";
import { access } from "./access.ts";
import { addresses } from "./addresses.ts";
import { cleaning } from "./cleaning.ts";
import { codeMode } from "./codemode.ts";
import { commands } from "./commands.ts";
import { lineage } from "./lineage.ts";
import { mcp } from "./mcp.ts";
import { memory } from "./memory.ts";
import { outages } from "./outages.ts";
import { protectedPaths } from "./protected.ts";
import { sessions } from "./sessions.ts";
import { toolsearchCode } from "./toolsearch-code.ts";
import { toolsearch } from "./toolsearch.ts";
import { watermark } from "./watermark.ts";
import { wayOut } from "./wayout.ts";
import { wrapped } from "./wrapped.ts";

const w = await world({ gateway: { acp: { enabled: true, backend: "probe", allowedAgents: ["main"] } } });
cleaning(w); // first: it searches everything that the gateway has kept for a page's orders
memory(w);
protectedPaths(w);
wrapped(w);
commands(w);
sessions(w);
lineage(w);
toolsearch(w);
toolsearchCode(w);
codeMode(w);
outages(w);
watermark(w);
addresses(w);
wayOut(w);
mcp(w);
access(w);
