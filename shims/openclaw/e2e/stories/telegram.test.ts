// The stories that need a channel, where there are strangers and groups. As in webchat.test.ts they
// share one gateway: the first three as it started, the others after it has loaded the plugin
// again.
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
