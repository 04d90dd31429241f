// What a gateway with a channel can tell, where there are strangers and groups. As
// webchat.test.ts, in one gateway: the first three as it started, the others in one
// that has loaded the plugin again.
import { world } from "../harness/world.ts";
import { around } from "./around.ts";
import { authenticKnown } from "./authentic-known.ts";
import { authentic } from "./authentic.ts";
import { buttons } from "./buttons.ts";
import { codes } from "./codes.ts";
import { hooks, outside } from "./outside.ts";
import { visible } from "./visible.ts";

const w = await world({ telegram: true, config: { approvals: "code" }, gateway: { hooks } });
outside(w);
authenticKnown(w); // before messages come in that nobody has vouched for
authentic(w);
visible(w);
buttons(w);
codes(w);
around(w); // last: it taints the owner's chat
