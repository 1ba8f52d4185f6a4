import { z } from 'zod';
import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { rowOf } from '../../operation/objects';
import { readPaged } from '../../platform/db/paged.sql';
import { getImport, listImportLines } from './queries';
import { IMPORTS } from './queries.sql';
import { Import, ImportList } from './resource';
import { IMPORT_EVENTS } from './running/apply';
import { CreateImport, ImportId, ImportLineList, ListImportLines, UpdateImport } from './schema';
import { confirmImport, createImport, discardImport, updateImport } from './service';
import { imports } from './tables';

export const importsRouter = router({
  create: endpoint({
    rest: 'POST /api/v1/imports',
    summary: 'Upload a CSV of stock, counts, products, customers, opening balances or levels wanted',
    description:
      'Applies nothing yet: a job checks the file and reports what each line would do, then `apply` confirms it. At most ' +
      '100,000 lines, and 50 imports that are not confirmed. Imports of products need `create:products` and `update:products`, ' +
      'those of customers `create:customers`, of opening balances `create:credits`.',
    permission: 'update:inventory',
    body: 'csv',
    input: CreateImport,
    output: Import,
    status: 201,
    location: '/api/v1/imports/{id}',
    errors: ['NOT_FOUND', 'too_many'],
  }).mutation(({ ctx, input }) => createImport(ctx, input)),

  list: endpoint({
    rest: 'GET /api/v1/imports',
    summary: 'List imports',
    description:
      'Oldest first by default. Imports of products are listed only for members who may import products.',
    permission: 'update:inventory',
    input: IMPORTS.input,
    output: ImportList,
  }).query(({ ctx, input }) => readPaged(ctx.db, IMPORTS, ctx.actor, input)),

  get: endpoint({
    rest: 'GET /api/v1/imports/{id}',
    summary: 'Get an import and its progress',
    description: 'Poll it while the status is `checking` or `applying`.',
    permission: 'update:inventory',
    input: ImportId,
    output: Import,
    object: rowOf(imports.id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getImport(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/imports/{id}',
    summary: 'Map the columns of an import, or correct its cells',
    description:
      'Checks the file again. `fixes` are read in place of cells of the file, line by line. The mapping is remembered for later files of this kind with the same header. Responds with ' +
      '409 once the import is confirmed.',
    permission: 'update:inventory',
    input: UpdateImport,
    output: Import,
    errors: ['NOT_FOUND', 'confirmed', 'too_many'],
  }).mutation(({ ctx, input }) => updateImport(ctx, input)),

  lines: endpoint({
    rest: 'GET /api/v1/imports/{id}/lines',
    summary: 'List the lines of an import',
    description:
      'What each line would do or, once applied, has done. `problem=true` with `format=csv` gives a file of the lines to fix.',
    permission: 'update:inventory',
    input: ListImportLines,
    output: ImportLineList,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => listImportLines(ctx, input)),

  confirm: endpoint({
    rest: 'POST /api/v1/imports/{id}/apply',
    summary: 'Apply a checked import',
    description:
      'A job applies the lines without errors, each once; poll the import until it is `completed` or `failed`. A failed ' +
      'import resumes where it stopped when you apply it again.',
    permission: 'update:inventory',
    input: ImportId,
    output: Import,
    status: 202,
    errors: ['NOT_FOUND', 'not_ready'],
    emits: IMPORT_EVENTS,
  }).mutation(({ ctx, input }) => confirmImport(ctx, input.id)),

  discard: endpoint({
    rest: 'DELETE /api/v1/imports/{id}',
    summary: 'Discard or stop an import',
    description:
      'Deletes the file and its lines. An import that is being applied is stopped instead: what was applied stays, `error` says how ' +
      'much, and it can be applied again. Responds with 409 once it has ended.',
    permission: 'update:inventory',
    input: ImportId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'confirmed'],
  }).mutation(({ ctx, input }) => discardImport(ctx, input.id)),
});
