/** Where work goes that waits or computes: never an event loop. */
package io.glebe.core.thread;
