import { launch } from './launch.mjs';

await launch('main.js', { isServer: true });
