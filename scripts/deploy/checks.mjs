import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT, run } from '../process.mjs';
import { checkImage, IMAGE_TOOLS } from './image.mjs';
import { imagesOf } from './images.mjs';
import { writeSchemas } from './schemas.mjs';
import { customResources, has, KUBERNETES, kubernetesSchemas, output, TOOL_ENV } from './tools.mjs';

const CHART = 'deploy/helm/tallyleaf';
/** The most that systemd's own rating of exposure (0 to 10) may say; the unit has 1.3. */
const EXPOSURE = 1.5;
/** Groups of values under which the chart draws something else. */
const VARIANTS = [
  [],
  ['database.instances=1', 'database.backup.enabled=false', 'worker.backup.schedule=03:30'],
  ['networkPolicy.enabled=false', 'ingress.enabled=false', 'image.digest=sha256:00'],
];

const lacking =
  (...commands) =>
  () =>
    commands.filter((command) => !has(command));

/** Each check: what holds, the tools that are missing, and the check itself, which throws. */
export const CHECKS = {
  hadolint: {
    says: 'the Dockerfile has no finding',
    needs: lacking('hadolint'),
    check: () => succeeds('hadolint', 'deploy/Dockerfile'),
  },
  schemas: {
    says: 'compose.yaml and the workflows have the fields of their schemas',
    needs: lacking('check-jsonschema'),
    async check() {
      const follows = (schema, ...files) =>
        succeeds('check-jsonschema', '--builtin-schema', `vendor.${schema}`, ...files);
      await follows('compose-spec', 'deploy/compose.yaml');
      await follows('dependabot', '.github/dependabot.yml');
      const workflows = readdirSync(join(ROOT, '.github/workflows')).map(
        (name) => `.github/workflows/${name}`,
      );
      await follows('github-workflows', ...workflows);
    },
  },
  chart: {
    says: `Kubernetes ${KUBERNETES} and CloudNativePG know every field of the chart`,
    needs: () => [
      ...lacking('helm', 'kubeconform')(),
      ...(kubernetesSchemas() ? [] : ['schemas of Kubernetes']),
      ...(customResources() ? [] : ["CloudNativePG's custom resources"]),
    ],
    check: checkChart,
  },
  systemd: {
    says: `the unit is valid, and its exposure at most ${EXPOSURE}`,
    needs: lacking('systemd-analyze'),
    async check() {
      await succeeds('systemd-analyze', 'verify', '--man=no', 'deploy/tallyleaf.service');
      const limit = `--threshold=${EXPOSURE * 10}`;
      await succeeds(
        'systemd-analyze',
        ...['security', '--offline=yes', '--no-pager', limit, 'deploy/tallyleaf.service'],
      );
    },
  },
  caddy: {
    says: 'Caddy takes the Caddyfile',
    needs: lacking('caddy'),
    check: () => succeeds('caddy', 'validate', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'),
  },
  nginx: { says: 'nginx takes nginx.conf', needs: lacking('nginx', 'openssl'), check: checkNginx },
  image: {
    says: 'the image is built, starts with a read-only root, and takes an order',
    needs: () => [...lacking(...IMAGE_TOOLS)(), ...(process.getuid?.() === 0 ? [] : ['root'])],
    check: checkImage,
  },
  digests: {
    says: "each image's digest is what its registry has under the tag",
    needs: () => (runs('docker', 'buildx', 'version') ? [] : ['docker buildx']),
    async check() {
      for (const { name, digest } of imagesOf(readFileSync)) {
        const found = output('docker', [
          'buildx',
          'imagetools',
          'inspect',
          name,
          '--format',
          '{{.Manifest.Digest}}',
        ]);
        if (found.trim() !== digest) throw new Error(`${name} is now ${found.trim()}, not ${digest}`);
      }
    },
  },
};

function runs(command, ...args) {
  try {
    output(command, args);
    return true;
  } catch {
    return false;
  }
}

async function succeeds(command, ...args) {
  const code = await run(command, args, { env: TOOL_ENV });
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}`);
}

async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'tallyleaf-deploy-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function checkChart() {
  await succeeds('helm', 'lint', '--strict', '--kube-version', KUBERNETES, CHART);
  await inFolder(async (folder) => {
    for (const [index, values] of VARIANTS.entries()) {
      const set = values.flatMap((value) => ['--set', value]);
      const text = output('helm', ['template', 'tallyleaf', CHART, '--kube-version', KUBERNETES, ...set]);
      writeFileSync(join(folder, `chart-${index}.yaml`), text);
    }
    const schemas = join(folder, 'schemas');
    const drawn = VARIANTS.map((_, index) => join(folder, `chart-${index}.yaml`));
    const kinds = drawn.flatMap((path) => kindsIn(readFileSync(path, 'utf8')));
    writeSchemas(schemas, {
      kubernetes: kubernetesSchemas(),
      kinds: [...new Set(kinds)],
      crds: customResources(),
    });
    const location = join(schemas, '{{ .ResourceKind }}{{ .KindSuffix }}.json');
    await succeeds('kubeconform', '-strict', '-summary', '-schema-location', location, ...drawn);
  });
}

/** The names of Kubernetes' own schemas for the objects of a text, such as `deployment-apps-v1`. */
function kindsIn(text) {
  return parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter((object) => object && !object.apiVersion.includes('.cnpg.io/'))
    .map(({ apiVersion, kind }) => {
      const [group, version] = apiVersion.split('/');
      return [kind.toLowerCase(), group.split('.')[0], version].filter(Boolean).join('-');
    });
}

/** With a certificate of its own, as nginx opens those that the example names. */
async function checkNginx() {
  await inFolder(async (folder) => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'fullchain.pem')];
    const subject = ['-subj', '/CN=tallyleaf.example', '-days', '1', '-nodes'];
    output('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      ...subject,
      '-keyout',
      key,
      '-out',
      certificate,
    ]);
    const text = readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8')
      .replaceAll('/etc/ssl/tallyleaf/', `${folder}/`)
      .replace('/run/nginx.pid', join(folder, 'nginx.pid'));
    writeFileSync(join(folder, 'nginx.conf'), text);
    await succeeds('nginx', '-t', '-q', '-e', 'stderr', '-c', join(folder, 'nginx.conf'));
  });
}
