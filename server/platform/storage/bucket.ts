import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { FileStorage } from '@flystorage/file-storage';

/**
 * A bucket of Amazon S3 or of a service that speaks its protocol.
 * @param url `s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…&tls=0&path_style=1`; without a key, the credentials
 *   are those that the AWS SDK finds in its surroundings
 */
export async function bucketFiles(url: string): Promise<FileStorage> {
  // Loaded when it is wanted alone: it is the largest of all that a start would read.
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
    // Services other than Amazon's refuse the checksums that the SDK would add by itself.
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
      // One part of 5 MiB at a time is all that an upload holds in memory.
      uploadConfiguration: { queueSize: 1 },
    }),
  );
}
