/**
 * The routes of the service registry below {@code /services}: services, commissions and the queues
 * of services. They parse, call {@code io.glebe.core.service} and reply.
 */
@NullMarked
package io.glebe.api.service;

import org.jspecify.annotations.NullMarked;
