/** JMH over the PNG encoder, beside ImageIO. */
package io.glebe.bench.png;
