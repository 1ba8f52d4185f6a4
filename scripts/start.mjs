import { launch } from './launch.mjs';
import { PORT_IN_USE, portInUse } from './port.mjs';

const line = await portInUse(process.env);
if (line) {
  process.stderr.write(`${line}\n`);
  process.exit(PORT_IN_USE);
}
await launch('main.js', { isServer: true });
