// Without the daemon everything runs.
import { outages } from "../harness/outages.ts";

await outages("open");
