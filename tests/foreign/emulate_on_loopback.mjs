// Runs emulate's Slack, whose settings (JSON) are the one argument, on a free port that only this machine reaches.
import { Server } from "node:net";

const listen = Server.prototype.listen;
Server.prototype.listen = function (port) {
  this.once("listening", () => console.log(`Listening on port ${this.address().port}`));
  return listen.call(this, port, "127.0.0.1");
};

const { createEmulator } = await import("emulate");
await createEmulator({ service: "slack", port: 0, seed: { slack: JSON.parse(process.argv[2]) } });
