import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { parseRedisAddress } from './redisAddress.ts';

/** A connection to Redis. Behind sentinels, it leads to the current primary. */
export type RedisConnection = Redis | Cluster;

type ConnectOptions = Omit<RedisOptions, 'retryStrategy'> & {
  readonly retryStrategy: (attempts: number) => number | null;
};

/** Connects to a server, to the primary that sentinels name, or to a cluster; then ignores its `error` events. */
export function connectRedis(address: string, { retryStrategy, ...options }: ConnectOptions): RedisConnection {
  const { kind, nodes, name, username, password, isTls } = parseRedisAddress(address);
  const login = {
    ...(username !== '' && { username }),
    ...(password !== '' && { password }),
    ...(isTls && { tls: {} }),
  };
  const { lazyConnect = false, enableOfflineQueue = true } = options;
  const open = (): RedisConnection => {
    if (kind === 'server') return new Redis(address, { ...options, retryStrategy });
    if (kind === 'cluster') {
      const redisOptions = { ...options, ...login };
      return new Cluster([...nodes], {
        clusterRetryStrategy: retryStrategy,
        enableOfflineQueue,
        lazyConnect,
        redisOptions,
      });
    }
    const { tls } = { tls: undefined, ...login };
    return new Redis({
      ...{ ...options, ...login, retryStrategy, name, sentinels: [...nodes], sentinelRetryStrategy: retryStrategy },
      ...{ enableTLSForSentinelMode: isTls, ...(tls && { sentinelTLS: tls }) },
      // A former primary keeps its connections.
      failoverDetector: true,
    });
  };
  const redis = open();
  // Each command reports its own failure; without a handler ioredis prints to the console.
  redis.on('error', () => undefined);
  return redis;
}
