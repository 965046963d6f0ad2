// stands for the service worker of a built console
