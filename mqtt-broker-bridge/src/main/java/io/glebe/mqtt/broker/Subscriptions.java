package io.glebe.mqtt.broker;

import io.glebe.mqtt.topic.TopicFilter;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttSubscriptionOption.RetainedHandlingPolicy;
import io.netty.handler.codec.mqtt.MqttTopicSubscription;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The subscriptions of one client. Used on the event loop of its channel. */
final class Subscriptions {
  private static final int FAILED = 0x80;
  private static final int NOT_ALLOWED = 0x87;
  private static final int BAD_FILTER = 0x8F;
  private static final int QUOTA = 0x97;
  private static final int NO_SHARING = 0x9E;
  private static final short UNSUBSCRIBED = 0x00;
  private static final short WAS_NONE = 0x11;
  private static final String SHARED = "$share/";

  private final SubscriptionDispatcher dispatcher;
  private final ClientConnection client;
  private final OutboundQueue outbound;
  private final int max;
  private final Set<TopicFilter> filters = new HashSet<>();

  Subscriptions(
      SubscriptionDispatcher dispatcher, ClientConnection client, OutboundQueue outbound) {
    this.dispatcher = dispatcher;
    this.client = client;
    this.outbound = outbound;
    this.max = dispatcher.dependencies().limits().client().subscriptions();
  }

  /** One filter of a packet and the decision about it. */
  private record Request(
      Optional<TopicFilter> filter, int qos, RetainedHandlingPolicy retained, int refusal) {}

  void subscribe(MqttSubscribeMessage message, boolean isVersion5) {
    List<Future<Request>> checked = new ArrayList<>();
    for (MqttTopicSubscription requested : message.payload().topicSubscriptions()) {
      checked.add(check(requested));
    }
    int id = message.variableHeader().messageId();
    Future.join(checked)
        .onComplete(
            done ->
                client
                    .channel()
                    .executor()
                    .execute(
                        () ->
                            answer(id, checked.stream().map(Future::result).toList(), isVersion5)));
  }

  private Future<Request> check(MqttTopicSubscription requested) {
    Optional<TopicFilter> filter = TopicFilter.parse(requested.topicFilter());
    Request request =
        new Request(
            filter,
            Math.min(1, requested.option().qos().value()),
            requested.option().retainHandling(),
            0);
    if (requested.topicFilter().startsWith(SHARED)) {
      return Future.succeededFuture(refused(request, NO_SHARING));
    }
    if (filter.isEmpty()) {
      return Future.succeededFuture(refused(request, BAD_FILTER));
    }
    return client
        .now()
        .compose(caller -> dispatcher.maySubscribe(caller, filter.get()))
        .map(isAllowed -> isAllowed ? request : refused(request, NOT_ALLOWED))
        .otherwise(unknown -> refused(request, NOT_ALLOWED));
  }

  private static Request refused(Request request, int reason) {
    return new Request(request.filter(), request.qos(), request.retained(), reason);
  }

  private void answer(int id, List<Request> requests, boolean isVersion5) {
    if (!client.isOpen()) {
      return;
    }
    List<Integer> codes = new ArrayList<>();
    List<TopicFilter> withRetained = new ArrayList<>();
    for (Request request : requests) {
      int reason = request.refusal();
      if (reason == 0 && filters.size() >= max) {
        reason = QUOTA;
      }
      if (reason == 0) {
        if (add(request)) {
          withRetained.add(request.filter().orElseThrow());
        }
        codes.add(request.qos());
      } else {
        codes.add(isVersion5 ? reason : FAILED);
      }
    }
    var _ = client.channel().writeAndFlush(Packets.subscribed(id, codes));
    for (int i = 0; i < requests.size(); i++) {
      Optional<TopicFilter> filter = requests.get(i).filter().filter(withRetained::contains);
      if (filter.isPresent()) {
        sendRetained(filter.get(), requests.get(i).qos());
      }
    }
  }

  /** Returns whether the latest values are requested. */
  private boolean add(Request request) {
    TopicFilter filter = request.filter().orElseThrow();
    boolean fresh = dispatcher.subscribe(filter, client, request.qos());
    filters.add(filter);
    return switch (request.retained()) {
      case SEND_AT_SUBSCRIBE -> true;
      case SEND_AT_SUBSCRIBE_IF_NOT_YET_EXISTS -> fresh;
      case DONT_SEND_AT_SUBSCRIBE -> false;
    };
  }

  private void sendRetained(TopicFilter filter, int qos) {
    client
        .now()
        .compose(caller -> dispatcher.retained(caller, filter))
        .map(values -> values.stream().map(value -> new RoutedMessage(value, qos)).toList())
        .onSuccess(values -> client.channel().executor().execute(() -> outbound.send(values)));
  }

  void unsubscribe(MqttUnsubscribeMessage message) {
    List<Short> codes = new ArrayList<>();
    for (String text : message.payload().topics()) {
      boolean removed =
          TopicFilter.parse(text)
              .filter(filter -> filters.remove(filter) && dispatcher.unsubscribe(filter, client))
              .isPresent();
      codes.add(removed ? UNSUBSCRIBED : WAS_NONE);
    }
    var _ =
        client
            .channel()
            .writeAndFlush(Packets.unsubscribed(message.variableHeader().messageId(), codes));
  }

  Set<TopicFilter> filters() {
    return filters;
  }
}
