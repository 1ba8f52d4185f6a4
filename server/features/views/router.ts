import { z } from 'zod';
import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { rowOf } from '../../operation/objects';
import { readPaged } from '../../platform/db/paged.sql';
import { getView } from './queries';
import { VIEWS } from './queries.sql';
import { SavedView, SavedViewList } from './resource';
import { NewView, UpdateView, ViewId } from './schema';
import { createView, deleteView, updateView } from './service';
import { savedViews } from './tables';

export const viewsRouter = router({
  list: endpoint({
    rest: 'GET /api/v1/views',
    summary: 'List saved views',
    description: 'Your own named queries of lists, oldest first. Other members have theirs.',
    permission: 'signed-in',
    input: VIEWS.input,
    output: SavedViewList,
  }).query(({ ctx, input }) => readPaged(ctx.db, VIEWS, ctx.actor, input)),

  create: endpoint({
    rest: 'POST /api/v1/views',
    summary: 'Save a view',
    description: 'Only you see it. You can save 50 views.',
    permission: 'signed-in',
    input: NewView,
    output: SavedView,
    status: 201,
    location: '/api/v1/views/{id}',
    errors: ['name_taken', 'too_many'],
  }).mutation(({ ctx, input }) => createView(ctx, input)),

  get: endpoint({
    rest: 'GET /api/v1/views/{id}',
    summary: 'Get a saved view',
    description: "Responds with 404 for another member's view.",
    permission: 'signed-in',
    input: ViewId,
    output: SavedView,
    object: rowOf(savedViews.id),
    errors: ['NOT_FOUND'],
  }).query(({ ctx, input }) => getView(ctx, input.id)),

  update: endpoint({
    rest: 'PATCH /api/v1/views/{id}',
    summary: 'Rename or change a saved view',
    description: 'Changes the name, the query or both. A view stays with its list.',
    permission: 'signed-in',
    input: UpdateView,
    output: SavedView,
    errors: ['NOT_FOUND', 'name_taken'],
  }).mutation(({ ctx, input }) => updateView(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/views/{id}',
    summary: 'Delete a saved view',
    description: "Responds with 404 for another member's view.",
    permission: 'signed-in',
    input: ViewId,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND'],
  }).mutation(({ ctx, input }) => deleteView(ctx, input.id)),
});
