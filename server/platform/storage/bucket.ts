import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { FileStorage } from '@flystorage/file-storage';

/**
 * Opens a bucket of Amazon S3 or of a compatible service.
 * @param url `s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…&tls=0&path_style=1`; without a key, the AWS SDK's
 *   default credential chain applies
 */
export async function bucketFiles(url: string): Promise<FileStorage> {
  // Loaded on demand: it is the largest module of a start.
  const [{ S3Client }, { AwsS3StorageAdapter }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@flystorage/aws-s3'),
  ]);
  const { hostname, host, username, password, pathname, searchParams } = new URL(url);
  const [bucket = '', ...prefix] = pathname.slice(1).split('/').map(decodeURIComponent);
  const config: S3ClientConfig = {
    region: searchParams.get('region') ?? 'us-east-1',
    forcePathStyle: searchParams.get('path_style') === '1',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
    // Services other than Amazon's reject the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
  if (!hostname.endsWith('.amazonaws.com')) {
    config.endpoint = `${searchParams.get('tls') === '0' ? 'http' : 'https'}://${host}`;
  }
  if (username) {
    config.credentials = {
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    };
  }
  return new FileStorage(
    new AwsS3StorageAdapter(new S3Client(config), {
      bucket,
      prefix: prefix.filter((part) => part !== '').join('/'),
      // An upload holds at most one part of 5 MiB in memory.
      uploadConfiguration: { queueSize: 1 },
    }),
  );
}
