import NextAuth from 'next-auth';
import { runtime } from '@/app/runtime';

type Context = { params: Promise<{ nextauth: string[] }> };

async function handler(request: Request, context: Context): Promise<Response> {
  return NextAuth(runtime().nextAuth)(request, context);
}

export { handler as GET, handler as POST };
