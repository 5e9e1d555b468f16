// How the embedded server is set up, whatever its configuration files say.

export const SERVER_SETTINGS = {
  shared_buffers: '64MB',
  max_connections: '100',
  jit: 'off',
  // Docker's /dev/shm holds no more than 64 MB.
  dynamic_shared_memory_type: 'mmap',
  // One machine, nobody to replicate to: less is written, and fewer processes wait.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // One runaway query must not fill the disk. Only a superuser may raise it.
  temp_file_limit: '4GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A failed statement is told to who sent it. In the log it could show a secret, and would fill it.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
} as const satisfies Readonly<Record<string, string>>;
