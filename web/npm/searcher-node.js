// The worker that searches, in Node.

import { parentPort, workerData } from "node:worker_threads";
import { serve } from "./searcher.js";

const answer = serve(parentPort, workerData);
parentPort.on("message", (data) => answer({ data }));
