import type { Document } from '@/components/reference/document';
import { runtime } from './runtime';

/** The OpenAPI document that this process serves. */
export const apiDocument = () => runtime().openApiDocument() as Document;
