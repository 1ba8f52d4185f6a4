import { startSimulator } from './simulator.mjs';

await startSimulator('sandbox', 'simulator/sandbox/main.ts');
