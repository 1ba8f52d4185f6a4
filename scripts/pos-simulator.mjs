import { startSimulator } from './simulator.mjs';

await startSimulator('pos-simulator', 'simulator/main.ts');
