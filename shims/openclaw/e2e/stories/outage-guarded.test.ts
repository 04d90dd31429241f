// Without the daemon only what is safe to call runs.
import { outages } from "../harness/outages.ts";

await outages("guarded");
