module.exports = () => globalThis.understudy.stop()
