// The image's health check: asks the process of this container whether it is alive, on the port of its role.
const { ROLE, HEALTH_PORT, METRICS_HOST = '127.0.0.1', HOST = '127.0.0.1', PORT = '3000' } = process.env;
const everywhere = /^(?:0\.0\.0\.0|::)?$/;
const local = (host) => {
  const [first] = host.split(',');
  if (everywhere.test(first)) return '127.0.0.1';
  return first.includes(':') ? `[${first}]` : first;
};
const address = ROLE === 'worker' ? `${local(METRICS_HOST)}:${HEALTH_PORT}` : `${local(HOST)}:${PORT}`;

try {
  const response = await fetch(`http://${address}/healthz`, { signal: AbortSignal.timeout(2_500) });
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  process.stderr.write(`http://${address}/healthz: ${error.cause?.message ?? error.message}\n`);
  process.exitCode = 1;
}
