module.exports = [{ rules: { 'id-length': 'error' } }];
