// Without the daemon nothing runs.
import { outages } from "../harness/outages.ts";

await outages("closed");
