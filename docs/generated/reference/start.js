const document_ = JSON.parse(document.getElementById('openapi').textContent);
document.body.style.margin = '0';
Redoc.init(document_, { hideDownloadButton: true, nativeScrollbars: true }, document.getElementById('reference'));
