import { startSimulator } from './simulator.mjs';

await startSimulator('metrc-simulator', 'simulator/metrc/main.ts');
