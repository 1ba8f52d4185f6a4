import { z } from 'zod';
import { endpoint } from '../trpc/endpoint';
import { router } from '../trpc/init';
import { IMPORT_EVENTS } from './apply';
import { getImport, listImportLines, listImports } from './queries';
import {
  CreateImport,
  Import,
  ImportId,
  ImportLineList,
  ImportList,
  ListImportLines,
  ListImports,
  UpdateImport,
} from './schema';
import { confirmImport, createImport, discardImport, updateImport } from './service';

export const importsRouter = router({
  create: endpoint({
    rest: 'POST /api/v1/imports',
    summary: 'Upload a CSV of stock, of a count or of products',
    description:
      'Nothing is applied yet: the file is checked, its lines say what each would do, and `apply` confirms it. Products ' +
      'need create:products and update:products.',
    permission: 'update:inventory',
    body: 'csv',
    input: CreateImport,
    output: Import,
    status: 201,
    location: '/api/v1/imports/{id}',
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => createImport(ctx, input)),

  list: endpoint({
    rest: 'GET /api/v1/imports',
    summary: 'Imports, oldest first',
    permission: 'update:inventory',
    input: ListImports,
    output: ImportList,
  }).query(({ ctx, input }) => listImports(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/imports/{id}',
    summary: 'One import, and how far it is',
    permission: 'update:inventory',
    input: ImportId,
    output: Import,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getImport(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/imports/{id}',
    summary: 'Say what the columns mean; the file is checked again',
    description: 'The mapping is remembered for files of this kind with the same header.',
    permission: 'update:inventory',
    input: UpdateImport,
    output: Import,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }).mutation(({ ctx, input }) => updateImport(ctx, input)),

  lines: endpoint({
    rest: 'GET /api/v1/imports/{id}/lines',
    summary: 'What each line would do, or has done',
    description: 'With `problem=true` only the lines with errors; as a file with `format=csv`.',
    permission: 'update:inventory',
    input: ListImportLines,
    output: ImportLineList,
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => listImportLines(ctx, input)),

  confirm: endpoint({
    rest: 'POST /api/v1/imports/{id}/apply',
    summary: 'Apply an import that was checked',
    description:
      'A job applies the lines without errors, each once: read the import until it is completed or failed.',
    permission: 'update:inventory',
    input: ImportId,
    output: Import,
    status: 202,
    errors: ['NOT_FOUND', 'CONFLICT'],
    emits: IMPORT_EVENTS,
  }).mutation(({ ctx, input }) => confirmImport(ctx, input.id)),

  discard: endpoint({
    rest: 'DELETE /api/v1/imports/{id}',
    summary: 'Discard an import of which nothing was applied',
    permission: 'update:inventory',
    input: ImportId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }).mutation(({ ctx, input }) => discardImport(ctx, input.id)),
});
