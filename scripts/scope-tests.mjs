import { renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const textOf = (error, name = '') => `${name}: ${error?.message ?? 'failed'}`.slice(0, 300);

/** The test files of a tree with switches: runs them with scopes removed. */
export class ScopeTests {
  #copy;
  #control;
  #vitest;
  #isStopped = false;
  /** Milliseconds of the last run of each file. */
  durations = new Map();

  /**
   * @param {string} copy folder of the tree
   * @param {string} control file that says what is removed in each test file
   */
  constructor(copy, control) {
    this.#copy = copy;
    this.#control = control;
  }

  /**
   * Runs test files.
   * @param {Map<string, number | Record<string, number>>} removedBy by test file: a scope's id, -1 for none, or scopes'
   *   ids by test
   * @returns {Promise<Map<string, Array<{ test: string, text: string }>>>} failures by test file; of the others the file
   *   has none. What fails outside of tests has no test's name
   */
  async run(removedBy) {
    const ids = [...removedBy].map(([file, id]) => [join(this.#copy, file), id]);
    writeFileSync(`${this.#control}.next`, JSON.stringify(Object.fromEntries(ids)));
    renameSync(`${this.#control}.next`, this.#control);
    this.#vitest ??= await this.#open();
    const vitest = this.#vitest;
    vitest.state.filesMap.clear();
    vitest.state.idMap.clear();
    const specifications = ids.flatMap(([file]) => vitest.getModuleSpecifications(file));
    const { testModules } = await vitest.runTestSpecifications(specifications);
    // What was canceled says nothing.
    if (this.#isStopped) throw new Error('Stopped.');
    const failures = new Map();
    for (const module of testModules) {
      const file = relative(this.#copy, module.moduleId);
      const failed = [...module.children.allTests('failed')].map((test) => ({
        test: test.id.slice(module.id.length),
        text: textOf(test.result().errors?.[0], test.fullName),
      }));
      for (const error of module.errors()) failed.push({ test: '', text: textOf(error) });
      if (module.state() === 'failed' && failed.length === 0) failed.push({ test: '', text: textOf() });
      if (failed.length > 0) failures.set(file, failed);
      this.durations.set(file, Math.round(module.diagnostic().duration));
    }
    return failures;
  }

  async #open() {
    Object.assign(process.env, { TEST: 'true', VITEST: 'true', NODE_ENV: 'test' });
    process.chdir(this.#copy);
    const { createVitest } = await import('vitest/node');
    const opened = await createVitest('test', { root: this.#copy, watch: false, reporters: [{}] });
    await opened.globTestSpecifications();
    return opened;
  }

  /** Ends the present run, which then throws: what its tests started ends with them. */
  stop() {
    this.#isStopped = true;
    void this.#vitest?.cancelCurrentRun('keyboard-input');
  }

  async close() {
    await this.#vitest?.close();
  }
}
