import { openCredentials } from '../connections/credentials';
import type { Patience, PosConnection, PosConnector, PosEnvironment } from './connector';
import { openDutchie } from './dutchie';
import { openHttp } from './http';
import { Parsing, spentToday } from './parsing';
import { openSimulator } from './simulator';
import { openSquare } from './square';

const OF_RUNS: Patience = { timeoutMs: 15_000, attempts: 4 };

/** Opens the connector of a connection's provider. @throws PosError when its configuration is invalid */
export function openConnector(
  { db, cipher, outgoing, vendorHosts }: PosEnvironment,
  connection: PosConnection,
  patience: Patience = OF_RUNS,
): PosConnector {
  if (connection.provider === 'simulator') return openSimulator(db, connection);
  const credentials = openCredentials(cipher, connection.credentials);
  const parsing = new Parsing(connection.entityId, spentToday(db, connection.entityId));
  const remote = { config: connection.config, credentials, outgoing, patience, parsing };
  if (connection.provider === 'dutchie') return openDutchie(remote, vendorHosts, connection.cursor);
  return connection.provider === 'http' ? openHttp(remote) : openSquare(remote);
}
