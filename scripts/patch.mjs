import { markPatched } from './ensure-installed.mjs';
import { fail, installed, run } from './process.mjs';

// npm runs this after every install, also without development dependencies (decision 112).
try {
  const code = await run(installed('patch-package'), ['--error-on-fail', '--error-on-warn']);
  if (code !== 0) throw new Error('A file in patches/ does not apply to the installed dependency.');
  markPatched();
} catch (error) {
  fail(error);
}
