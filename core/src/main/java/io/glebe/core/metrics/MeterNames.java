package io.glebe.core.metrics;

/**
 * The name of every meter of the platform. Prometheus shows them with underscores and units. The
 * page {@code docs/metrics.md} explains each of them.
 */
public final class MeterNames {
  /** Build information as tags; always 1. */
  public static final String BUILD = "glebe.build";

  /** Duration of requests by method, route template and status. */
  public static final String HTTP_REQUESTS = "glebe.http.requests";

  /** Requests without an answer yet. */
  public static final String HTTP_UNDER_WAY = "glebe.http.requests.under.way";

  /** Delay of a periodic timer on an event loop. */
  public static final String LOOP_LAG = "glebe.loop.lag";

  /** Connections that servers have accepted, by protocol. */
  public static final String CONNECTIONS_OPEN = "glebe.connections.open";

  /** Connections that were closed when they were accepted, by protocol and reason. */
  public static final String CONNECTIONS_REFUSED = "glebe.connections.refused";

  /** Bytes of heap that bodies or responses hold. */
  public static final String MEMORY_HELD = "glebe.http.memory.held";

  /** Most bytes of heap that bodies or responses may hold. */
  public static final String MEMORY_LIMIT = "glebe.http.memory.limit";

  /** Bytes of Netty's buffers off the heap. */
  public static final String DIRECT_USED = "glebe.direct.used";

  /** Most bytes of Netty's buffers off the heap. */
  public static final String DIRECT_LIMIT = "glebe.direct.limit";

  /** Failed passwords, codes and tokens by kind and outcome. */
  public static final String FAILED_TRIES = "glebe.identity.failed.tries";

  /** Look-ups in a cache, by cache and result. */
  public static final String CACHE_REQUESTS = "glebe.cache.requests";

  /** Entries that a cache removed to free space. */
  public static final String CACHE_EVICTIONS = "glebe.cache.evictions";

  /** Bytes that a cache holds. */
  public static final String CACHE_BYTES = "glebe.cache.size";

  /** Maximum number of bytes that a cache may hold. */
  public static final String CACHE_LIMIT = "glebe.cache.limit";

  /** Entries of a cache on the disk that were damaged, by cache. */
  public static final String CACHE_DAMAGED = "glebe.cache.damaged";

  /** Failures of the disk of a cache, by cache. */
  public static final String CACHE_FAILURES = "glebe.cache.failures";

  /** Native memory that a slab pool has lent, in bytes. */
  public static final String SLABS_USED = "glebe.slabs.used";

  /** Native memory that a slab pool has reserved from the operating system, in bytes. */
  public static final String SLABS_RESERVED = "glebe.slabs.reserved";

  /** Maximum native memory that a slab pool may reserve, in bytes. */
  public static final String SLABS_LIMIT = "glebe.slabs.limit";

  /** Jobs that wait for a render thread, by priority. */
  public static final String RENDER_WAITING = "glebe.render.waiting";

  /** Render threads that work now. */
  public static final String RENDER_ACTIVE = "glebe.render.active";

  /** Render threads. */
  public static final String RENDER_THREADS = "glebe.render.threads";

  /** Number of jobs that render threads have run, and the time that they took. */
  public static final String RENDER_JOBS = "glebe.render.jobs";

  /** Jobs that were refused because the queue was full. */
  public static final String RENDER_REFUSED = "glebe.render.refused";

  /** Jobs that were dropped before they started because no caller waited for them any more. */
  public static final String RENDER_ABANDONED = "glebe.render.abandoned";

  /** Number of calls to an object store, and the time that they took, by store and operation. */
  public static final String STORE_REQUESTS = "glebe.store.requests";

  /** Failed calls to an object store, by store and operation. */
  public static final String STORE_ERRORS = "glebe.store.errors";

  /** Payload bytes of calls to an object store, by store and operation. */
  public static final String STORE_BYTES = "glebe.store.transferred";

  /** Second requests of slow reads of an object store, by store and the request that counted. */
  public static final String STORE_HEDGES = "glebe.store.hedges";

  /** Whether an object store answers: 1 or 0. */
  public static final String STORE_AVAILABLE = "glebe.store.available";

  /** Free bytes of the disk of a folder. */
  public static final String DISK_FREE = "glebe.disk.free";

  /** Events of the JVM that should not happen, by kind; counter. */
  public static final String JVM_EVENTS = "glebe.jvm.events";

  /** Long reads of the database by server; counter. */
  public static final String DATABASE_LONG_READS = "glebe.database.long.reads";

  /** Writes of records that wait for their transaction. */
  public static final String RECORD_WRITES_WAITING = "glebe.record.writes.waiting";

  /** Writes of records that were stored or refused, by outcome. */
  public static final String RECORD_WRITES = "glebe.record.writes";

  /** Groups of writes that were committed in one transaction. */
  public static final String RECORD_WRITE_GROUPS = "glebe.record.write.groups";

  /** Time from the signal of a change to its delivery on an open change stream. */
  public static final String FEED_LAG = "glebe.feed.lag";

  /** Open streams of changes. */
  public static final String FEED_STREAMS = "glebe.feed.streams";

  /** Series and summaries that have ended, by outcome. */
  public static final String SERIES = "glebe.series";

  /** Series and summaries that are being read. */
  public static final String SERIES_RUNNING = "glebe.series.running";

  /** Parts of bulk jobs that this process has worked on, by outcome. */
  public static final String JOB_PARTS = "glebe.jobs.parts";

  /** Parts of bulk jobs that this process works on now. */
  public static final String JOB_PARTS_RUNNING = "glebe.jobs.parts.running";

  /** Observations by result. */
  public static final String OBSERVATIONS = "glebe.observations";

  /** Stored observations that were not sent to listeners of other processes. */
  public static final String OBSERVATIONS_LEFT_OUT = "glebe.observations.left.out";

  /** Changes of observations whose hours and days wait to be computed again. */
  public static final String AGGREGATE_MARKS = "glebe.aggregate.marks";

  /** Checks of alarm rules. */
  public static final String ALARM_RULES_CHECKED = "glebe.alarm.rules.checked";

  /** Alarm events that have started or ended. */
  public static final String ALARM_EVENTS = "glebe.alarm.events";

  /** How long the oldest stored observation has waited for the check of its alarm rules. */
  public static final String ALARM_LAG = "glebe.alarm.lag";

  /** Attempts to deliver messages about alarms, by outcome. */
  public static final String ALARM_DELIVERIES = "glebe.alarm.deliveries";

  /** Clients of the built-in MQTT server. */
  public static final String MQTT_CONNECTIONS = "glebe.mqtt.connections";

  /** Bytes of MQTT messages under way. */
  public static final String MQTT_BYTES = "glebe.mqtt.bytes";

  /** Messages with observations by quality of service. */
  public static final String MQTT_RECEIVED = "glebe.mqtt.received";

  /** Messages with observations by result. */
  public static final String MQTT_MESSAGES = "glebe.mqtt.messages";

  /** Messages from clients that wait for their commit. */
  public static final String MQTT_INBOUND_WAITING = "glebe.mqtt.inbound.waiting";

  /** Messages that wait for a subscriber to acknowledge earlier ones. */
  public static final String MQTT_OUTBOUND_WAITING = "glebe.mqtt.outbound.waiting";

  /** Messages that slow subscribers did not receive. */
  public static final String MQTT_DROPPED = "glebe.mqtt.dropped";

  /** 1 while messages of the external broker arrive. */
  public static final String MQTT_BRIDGE_CONNECTED = "glebe.mqtt.bridge.connected";

  /** Messages from the external broker for which the queue had no space. */
  public static final String MQTT_BRIDGE_DROPPED = "glebe.mqtt.bridge.dropped";

  /** Observations of requests that the outside broker did not take. */
  public static final String MQTT_BRIDGE_UNPUBLISHED = "glebe.mqtt.bridge.unpublished";

  /** Ended spans of traces, by outcome. */
  public static final String TRACE_SPANS = "glebe.trace.spans";

  private MeterNames() {}
}
