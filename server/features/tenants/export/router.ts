import { StoredFile } from '../../../kernel/storage';
import { endpoint } from '../../../operation/endpoint';
import { router } from '../../../operation/init';
import { EntityExport, NoInput, StartExport } from './schema';
import { exportFile, latestExport, startExport } from './service';

export const exportRouter = router({
  start: endpoint({
    rest: 'POST /api/v1/entity/export',
    summary: 'Export the data of your business',
    description:
      'For owners, once a day, also while the business is suspended. A job makes an archive (tar): a file of JSON lines for each table, stored files, and `manifest.json` ' +
      'with the SHA-256 of each. A mail says when it can be downloaded.',
    permission: 'delete:entity',
    everywhere: 'An export has what is',
    input: StartExport,
    output: EntityExport,
    status: 202,
    recent: true,
    whileSuspended: true,
    errors: ['outside_your_locations'],
  }).mutation(({ ctx }) => startExport(ctx)),

  latest: endpoint({
    rest: 'GET /api/v1/entity/export',
    summary: 'The latest export of your business',
    description: 'For owners. 404 before the first.',
    permission: 'delete:entity',
    everywhere: 'An export has what is',
    input: NoInput,
    output: EntityExport,
    whileSuspended: true,
    errors: ['NOT_FOUND', 'api_key', 'outside_your_locations'],
  }).query(({ ctx }) => latestExport(ctx)),

  file: endpoint({
    rest: 'GET /api/v1/entity/export/file',
    summary: 'Download the latest export',
    description: 'For owners, for 24 hours: the archive of the latest complete export as an attachment.',
    permission: 'delete:entity',
    response: 'file',
    media: ['application/x-tar'],
    everywhere: 'An export has what is',
    input: NoInput,
    output: StoredFile,
    whileSuspended: true,
    errors: ['NOT_FOUND', 'api_key', 'outside_your_locations'],
  }).query(({ ctx }) => exportFile(ctx)),
});
