import { z } from 'zod';
import { endpoint } from '../../operation/endpoint';
import { router } from '../../operation/init';
import { NoInput } from '../entities/schema';
import { deleteSso, getSso, putSso } from './connection';
import { addDomain, listDomains, removeDomain, verifyDomain } from './domains/service';
import { DeleteSso, NewSsoDomain, PutSso, Sso, SsoDomain, SsoDomainAct, SsoDomainList } from './schema';

export const ssoRouter = router({
  get: endpoint({
    rest: 'GET /api/v1/entity/sso',
    summary: 'Get the single sign-on connection',
    description: 'For owners, without the client secret.',
    permission: 'manage:sso',
    input: NoInput,
    output: Sso,
    errors: ['NOT_FOUND'],
  }).query(({ ctx }) => getSso(ctx)),

  put: endpoint({
    rest: 'PUT /api/v1/entity/sso',
    summary: 'Connect a sign-in provider',
    description:
      'For owners. Members of proven domains then sign in by OpenID Connect, with the role of their groups. Leave `client_secret` out to keep it; another issuer or client takes its own.',
    permission: 'manage:sso',
    input: PutSso,
    output: Sso,
    errors: ['domain_taken'],
    recent: true,
  }).mutation(({ ctx, input }) => putSso(ctx, input)),

  delete: endpoint({
    rest: 'DELETE /api/v1/entity/sso',
    summary: 'Disconnect the sign-in provider',
    description: 'For owners. Members stay, and sign in with a password that they set by mail.',
    permission: 'manage:sso',
    input: DeleteSso,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND'],
    recent: true,
  }).mutation(({ ctx }) => deleteSso(ctx)),

  domains: endpoint({
    rest: 'GET /api/v1/entity/sso/domains',
    summary: 'List domains for single sign-on',
    description: 'For owners: proven ones and those that wait for their record, oldest first. At most 25.',
    permission: 'manage:sso',
    input: NoInput,
    output: SsoDomainList,
  }).query(({ ctx }) => listDomains(ctx)),

  addDomain: endpoint({
    rest: 'POST /api/v1/entity/sso/domains',
    summary: 'Add a domain for single sign-on',
    description:
      'For owners. Publish the TXT record of the response, then verify the domain. Subdomains are domains of their own.',
    permission: 'manage:sso',
    input: NewSsoDomain,
    output: SsoDomain,
    status: 201,
    location: '/api/v1/entity/sso/domains',
    errors: ['too_many'],
    recent: true,
  }).mutation(({ ctx, input }) => addDomain(ctx, input.domain)),

  verifyDomain: endpoint({
    rest: 'POST /api/v1/entity/sso/domains/{id}/verify',
    summary: 'Verify a domain for single sign-on',
    description: 'For owners. Asks name servers for the TXT record.',
    permission: 'manage:sso',
    input: SsoDomainAct,
    output: SsoDomain,
    errors: ['NOT_FOUND', 'domain_taken', 'record_not_found'],
    recent: true,
    transaction: false,
  }).mutation(({ ctx, input }) => verifyDomain(ctx, input.id)),

  removeDomain: endpoint({
    rest: 'DELETE /api/v1/entity/sso/domains/{id}',
    summary: 'Remove a domain from single sign-on',
    description: 'For owners. No one new of it joins; members who signed in by it before still do.',
    permission: 'manage:sso',
    input: SsoDomainAct,
    output: z.void(),
    status: 204,
    errors: ['NOT_FOUND'],
    recent: true,
  }).mutation(({ ctx, input }) => removeDomain(ctx, input.id)),
});
