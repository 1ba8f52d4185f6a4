import { afterAll, test } from 'vitest';
import { openStateStage } from '../../factories/metrc';
import { expectAllTold } from '../../factories/state-figure';

const stage = await openStateStage({ seed: 42 });
afterAll(() => stage.metrc.close());

test('tells 60 changes once each while a fifth of the responses is lost (figure 42)', async () => {
  await expectAllTold(stage, 60, async () => {}, 100_000);
});
