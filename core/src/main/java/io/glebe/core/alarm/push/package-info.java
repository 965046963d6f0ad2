/**
 * Messages to browsers: the key by which the platform proves itself to push services (RFC 8292),
 * and the encryption that only the browser can undo (RFC 8291).
 */
@NullMarked
package io.glebe.core.alarm.push;

import org.jspecify.annotations.NullMarked;
