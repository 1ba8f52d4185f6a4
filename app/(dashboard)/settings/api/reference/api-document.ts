import { runtime } from '@/app/runtime';
import type { Document } from '@/components/reference/document';

/** The OpenAPI document that this process serves. */
export const apiDocument = () => runtime().openApiDocument() as Document;
